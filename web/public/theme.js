// Light or dark is settled before anything is painted.
;(() => {
  let wish = 'system'
  try {
    wish = JSON.parse(localStorage.getItem('ludothek') ?? '{}').theme ?? 'system'
  } catch {
    // somebody else wrote there
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = wish === 'system' ? (dark ? 'dark' : 'light') : wish
})()
