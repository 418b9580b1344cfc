import { compilePhrases, type Phrase } from '#domain/text/phrase-matcher.ts';

const vehicleMakes =
  'acura|audi|bmw|buick|cadillac|chevy|chevrolet|chrysler|dodge|ford|gmc|honda|hyundai|infiniti|isuzu|jaguar|jeep|kawasaki|kia|kubota|lexus|mazda|mercedes|mitsubishi|nissan|oldsmobile|pontiac|porsche|polaris|ram|saturn|subaru|suzuki|toyota|volkswagen|vw|volvo|yamaha|harley|freightliner|peterbilt|kenworth|bobcat|john deere|tesla|mazda[36]|mercury|lincoln|evinrude|ducati|triumph|caterpillar|husqvarna|stihl';

/** Homes on wheels that are legally vehicles. */
export const recreationalVehicles: Phrase[] = [
  {
    says: 'A vehicle',
    weight: 6,
    words: compilePhrases`
      (?:travel|camping|pop~up) trailers?; campers?(?: van)?; camper~vans?;
      rvs?(?! (?:parking|lots?|hook~ups?|pads?|sites?|park|garage|spaces?|spots?|access|storage|friendly|ok|allowed|welcome|port|carport));
      motor~homes?; (?:5th|fifth) wheels?; toy haulers?; campers?; bumper pulls?; slide~outs?; sleeps \d{1,2}; jayco; winnebago; forest river; keystone rv;
      coachmen; (?:19[6-9]|20[0-2])\d (?:\d{2}(?:\.\d)?(?:'|ft|foot)? )?(?:rockwood|keystone|heartland|forest river|palomino|flagstaff|dutchmen|starcraft|coleman|gulf stream|fleetwood rv|tiffin|newmar|r vision|k z|sunline|prowler|wilderness rv); thor motor; grand design; class [abc] (?:motor|rv|diesel)\w*; airstream; winnebago;
      bunk~house; skoolie; school bus; house~boats?; converted van`,
  },
];

/** A vehicle, even if converted. */
export const buses = compilePhrases`skoolies?; (?:school )?bus(?:es)?; house~boats?; converted vans?; box trucks?`;

/** Features that only a vehicle has; a vehicle may also be parked in the yard of a home. */
export const vehicleParts: Phrase[] = [
  { says: 'A vehicle', weight: 3, words: compilePhrases`motor~homes?; class [abc]` },
  {
    says: 'A vehicle',
    weight: 3,
    words: compilePhrases`(?:5th|fifth) wheels?; travel trailers?; toy haulers?; camper~vans?`,
  },
  { says: 'A vehicle', weight: 3, words: compilePhrases`slide~outs?; sleeps \d{1,2}; awning` },
  {
    says: 'A vehicle',
    weight: 3,
    words: compilePhrases`hitch; tow package; towable; tow vehicle; axles?; dually; tongue weight`,
  },
  {
    says: 'A vehicle',
    weight: 3,
    words: compilePhrases`outboards?; inboard; hull; \d{1,3},?\d{3} miles; odometer; onan generator; vin`,
  },
];

/** Household goods, not parts of the house. */
export const householdSales: Phrase[] = [
  {
    says: 'Other goods',
    weight: 6,
    words: compilePhrases`
      (?:garage|yard|moving|rummage|tag|car~port) sales?;
      estate sale (?:this|on|today|tomorrow|(?:thu|fri|sat|sun)\w{0,6}|\d{1,2}/\d{1,2})`,
  },
];

export const otherGoods: Phrase[] = [
  {
    says: 'A vehicle',
    weight: 6,
    words: compilePhrases`
      (?:${vehicleMakes}); land (?:rover|cruiser); grand cherokee; f (?:1|2|3|4)50; silverado; sierra (?:1|2|3)500;
      (?:utility|dump|horse|enclosed|flat~bed|cargo|boat|car|gooseneck|equipment|cattle|livestock|stock|concession|food|semi|tilt|tow|motorcycle|kayak|jet~ski)~trailers?;
      trucks?; tractors?; excavators?; skid~steers?; backhoes?; fork~lifts?; mowers?; [au]tvs?; side by side;
      motor~cycles?; scooters?; dirt bikes?; jet~skis?; pontoons?; (?:bass |fishing |speed |sail |jon |row )?boats?;
      outboards?; kayaks?; canoes?; suvs?; sedans?; mini~vans?; golf carts?; snow~mobiles?; \d{1,3}k miles; low miles;
      carfax; tires?; rims; engines?; transmissions?; wheels; exhaust; bumpers?; tail~lights?; hitch(?:es)?`,
  },
  {
    says: 'Other goods',
    weight: 6,
    words: compilePhrases`
      (?:storage |tool |garden |portable |wood |metal |amish |utility )?sheds?; (?:portable|lofted|storage) (?:buildings?|barns?|cabins?);
      tiny~(?:house|home) (?:trailers?|frames?|kits?|plans?|shells? kits?)(?: frames?)?;
      (?:metal|steel|pole) (?:buildings?|garages?); car~ports?; barn kits?; gazebos?; pergolas?; green~houses?;
      (?:shipping|storage) +containers?; conex; hot tubs?; swing~sets?; play~(?:houses?|sets?);
      (?:dog|bird|doll|chicken|hen|rabbit)~(?:houses?|coops?|hutch); (?:house|home|cabin|blue~print) plans?;
      (?:whole )?(?:house|home) (?:generators?|filters?|stereo|jacks?|lights?|alarms?);
      (?:cabin|house|home|shed|garage) kits?; (?:log|timber~frame|modular|panelized) (?:home|house|cabin)s? (?:packages?|shells?|materials?); house~(?:plants?|numbers?);
      trailer (?:hitch|parts?|cable|tires?|axles?|frame);
      mobile home (?:axles?|tires?|doors?|windows?|skirting|parts?|supplies|furnaces?|tubs?|steps?|stairs?|hitch(?:es)?|frames?|anchors?)`,
  },
  {
    says: 'Other goods',
    weight: 6,
    words: compilePhrases`
      i~phones?; i~pads?; mac~books?; samsung; lap~tops?; computers?; monitors?; printers?; tvs?; televisions?; xbox;
      playstation; ps[45]; nintendo; video games?; cameras?; drones?; speakers?; amplifiers?; receivers?; turntables?;
      headphones?; guitars?; pianos?; drums?; violins?; records; vinyl; cds?; dvds?; books?; comics?; magazines?;
      couch(?:es)?; sofas?; love~seats?; sectionals?; recliners?; mattress(?:es)?; box springs?; dressers?;
      night~stands?; desks?; chairs?; tables?; book~(?:case|shelf|shelves); cabinets?; hutch; bed frames?;
      (?:king|queen|twin|full|bunk) (?:size )?beds?; bed(?:room)? sets?; rugs?; lamps?; mirrors?; curtains?;
      furniture; refrigerators?; fridges?; freezers?; stoves?; microwaves?; washing machines?; vacuums?;
      air conditioners?; heaters?; generators?; compressors?; welders?; saws?; drills?; tool ?box(?:es)?;
      wrench(?:es)?; ladders?; lumber; plywood; doors; tiles?; sinks?; toilets?; vanit(?:y|ies); pavers?; bricks;
      pallets?; fire~wood; hay bales?; bikes?; bicycles?; treadmills?; ellipticals?; dumbbells?; weights; golf clubs?;
      fishing (?:rods?|reels?); skis?; snowboards?; helmets?; jerseys?; shoes?; boots?; sneakers?; jackets?; coats?;
      dress(?:es)?; jeans; shirts?; hats?; purses?; handbags?; watch(?:es)?; rings?; necklaces?; jewelry; toys?; lego;
      barbie; dolls?; figurines?; strollers?; cribs?; car seats?; baby clothes; stamps?; coins?; antiques?; vintage;
      (?:garage|yard|moving|rummage|tag) sale; collectibles?; (?:art )?prints; posters?; pupp(?:y|ies); kittens?;
      cattle; goats?; chickens?; horses?; aquariums?; tickets?; gift cards?; new in box`,
  },
];
