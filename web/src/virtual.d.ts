/** The names under which the build has put the parts of the pack. */
declare module 'virtual:pack' {
  const pack: { readonly python: string; readonly files: Readonly<Record<string, string>> }
  export default pack
}

/** Our games, for pages that have no server to ask. */
declare module 'virtual:games' {
  const games: import('./wire.gen').GameInfo[]
  export default games
}
