// zod compiles schemas with `new Function`, which the content security policy refuses and reports. zod reads its
// settings from this global; its own `config()` would add a part of zod to the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
