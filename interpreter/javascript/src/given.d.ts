// Modules that build.mjs writes or makes.
declare module "given:play" {
  const packed: string; // by gzip, in base64
  export default packed;
}
declare module "given:studio" {
  const packed: string;
  export default packed;
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
