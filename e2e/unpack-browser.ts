import sparticuz from '@sparticuz/chromium';

// Unpacks the browser of the npm package into the folder for temporary files, TMPDIR.
await sparticuz.executablePath();
