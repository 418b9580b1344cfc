import sparticuz from '@sparticuz/chromium';

// Unpacks the browser that comes as a package into the folder for temporary files, TMPDIR.
await sparticuz.executablePath();
