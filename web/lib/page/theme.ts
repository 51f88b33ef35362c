/** Stored on this device; applied as `data-theme` on <html> (styles/tokens.css). */
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'carefold-theme'

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, theme)
  applyTheme(theme)
}

/** Called before the first render, to avoid a flash of the other theme. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
