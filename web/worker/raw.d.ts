declare module '*?raw' {
  const text: string;
  export { text as default };
}

declare module '*?url' {
  const address: string;
  export { address as default };
}
