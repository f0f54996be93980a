// Modules that build.mjs writes or makes.
declare module "given:play" {
  export const packed: string; // by LZMA, in base64
  export const size: number; // of what is packed, in bytes
}
declare module "given:studio" {
  export const packed: string;
  export const size: number;
}
declare module "given:names" {
  const names: { games: string[]; variants: string[] };
  export default names;
}
declare module "given:worker" {
  const script: string;
  export default script;
}
declare module "given:style" {
  const style: string;
  export default style;
}
