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

/** How they begin: the first view by the values of the options that change it, and by seats. */
declare module 'virtual:first-views' {
  const firstViews: Readonly<
    Record<
      string,
      {
        readonly matters: readonly string[] // these options
        readonly views: Readonly<
          Record<
            string,
            Readonly<
              Record<
                string,
                { readonly view: import('./wire.gen').View; readonly dealt: number } // decisions
              >
            >
          >
        >
      }
    >
  >
  export default firstViews
}
