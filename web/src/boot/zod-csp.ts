// zod compiles schemas with `new Function`, which the content security policy refuses and reports. This is where zod
// looks for its settings; its own `config()` would bring a part of zod into the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
