export { lookupIp } from './geoip.ts';
