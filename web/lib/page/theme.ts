import { deviceStore } from './stores.ts'

/** Stored on this device; applied as `data-theme` on <html> (styles/tokens.css). */
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'carefold-theme'

export function chosenTheme(): Theme {
  const stored = deviceStore.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') deviceStore.removeItem(storageKey)
  else deviceStore.setItem(storageKey, theme)
  applyTheme(theme)
}

/** Called before the first render, to avoid a flash of the other theme. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
