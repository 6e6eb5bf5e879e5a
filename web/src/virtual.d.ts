/** Types of the virtual modules that the build provides for the pack. */
declare module 'virtual:pack' {
  const pack: { readonly python: string; readonly files: Readonly<Record<string, string>> }
  export default pack
}

/** Our games, for pages that have no server to ask. */
declare module 'virtual:games' {
  const games: import('./wire.gen').GameInfo[]
  export default games
}

/** How they begin: the first view by seats, and the options under which it is another one. */
declare module 'virtual:first-views' {
  const firstViews: Readonly<
    Record<
      string,
      {
        readonly views: Readonly<Record<string, import('./wire.gen').View>>
        readonly matters: readonly string[]
      }
    >
  >
  export default firstViews
}
