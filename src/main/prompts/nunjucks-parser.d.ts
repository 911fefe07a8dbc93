// Only the parser of nunjucks is used: it has no types of its own, and the rest (loaders, code generator,
// globals) stays outside the program.
declare module 'nunjucks/src/parser.js' {
  const parser: { parse(source: string): unknown }
  // biome-ignore lint/style/noDefaultExport: a CommonJS module has its exports as the default one.
  export default parser
}
