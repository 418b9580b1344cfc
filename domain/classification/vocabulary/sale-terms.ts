import { compilePhrases, type Phrase } from '#domain/text/phrase-matcher.ts';

const createPhrase = (says: string, words: RegExp): Phrase => ({ says, weight: 4, words });

/** Words that indicate a sale, besides the price. */
export const saleTerms: Phrase[] = [
  { says: 'Owner financing', weight: 1, words: compilePhrases`rent to own; lease (?:option|purchase)` },
  {
    says: 'For sale',
    weight: 6,
    words: compilePhrases`
      (?:for|4|or) sale(?: by owner)?; fsbo; for~sell; selling; must sell; sold as; sale by owner; se vende; en venta;
      up for (?:sale|auction); quit~claim deed; warranty deed`,
  },
  {
    says: 'At auction',
    weight: 6,
    words: compilePhrases`
      (?:tax|foreclosure|sheriff'?s?|land|county|estate|public|online|property) (?:auction|sale); auction;
      (?:starting|minimum|opening|winning|min\.?) bid; tax (?:deed|lien)s?; judicial sale; land bank;
      sealed bids?; repository(?: (?:list|sale|property))?; (?:trustee|treasurer|sheriff|commissioner)'?s (?:deed|sale); (?:county|city|state|bank)~owned;
      delinquent tax(?:es)?; tax (?:forfeited|delinquent|defaulted|claim|certificate)s?; taxes? (?:are )?(?:delinquent|owed);
      upset (?:sale|price|tax); surplus (?:property|land|lots?|county|city); redemption (?:period|amount)`,
  },
  {
    says: 'On a county list',
    weight: 6,
    words: compilePhrases`
      1\d\d (?:- )?(?:residential|mobile home|auxiliary|active farm|inactive farm|salvage|unsound|mixed);
      resid(?:ential)?\.? (?:\d family|vacant|structure); vacant (?:commercial|industrial|residential) land;
      legal description; parcel (?:id|number|no)`,
  },
  createPhrase(
    'Owner financing',
    compilePhrases`
      (?:owner|seller) financ(?:e|ed|ing); owner will (?:carry|finance); owc; land contract; contract for deed;
      creative financ\w+`,
  ),
  createPhrase(
    'Priced to sell',
    compilePhrases`
      asking; o\.?b\.?o\.?; best offer; cash (?:only|price|offers?|sale|or|buyers?);
      price (?:reduced|drop|cut|lowered); purchase price; priced to sell; make (?:an |me an )?offer; all offers;
      offers? (?:welcome|considered); (?:quick|fast) (?:sale|close|closing); assignment(?: of contract| fee)?;
      wholesale; off market; arv; comps; appraised; closing costs; warranty deed; quit~claim; (?:clear|clean) title;
      title (?:in hand|work|company)`,
  ),
  createPhrase(
    'For an investor',
    compilePhrases`
      investors?; investment(?: property| opportunity)?; flip(?:pers?)?(?! (?:top|phone|flops?|up|down|clock)); fixer~uppers?; handyman'?s? special;
      rehab (?:project|opportunity|needed|special); as is; foreclosures?; probate; inherited; estate sale;
      needs (?:\w{1,10} ){0,2}(?:work|tlc|repairs?|rehab|love|updating|roof|renovation); motivated sellers?; must go; needs? gone; condemned; burned; boarded up; abandoned; gutted; fire damaged?;
      (?:must|has to|to) be moved; (?:you|buyer) (?:must )?moves?; own (?:this|your|it); back taxes; mls; new owner;
      tenant occupied; lot rent; turn~key; cash flow\w*; rental (?:property|income)`,
  ),
];
