/** HTML of a page of the app, for the time until the app has loaded and for browsers without a script. */
export interface ServedPart {
  html: string
  /** Shown only without a script: with one, the app shows another view. */
  isOnlyScriptless: boolean
}

/** The app removes the part when it shows the same page (`web/routes/join/plan.tsx`). */
export function withServedPart(page: string, { html, isOnlyScriptless }: ServedPart): string {
  const part = isOnlyScriptless ? `<noscript>${html}</noscript>` : `<div id="served">${html}</div>`
  return page
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<div id="root"></div>', (root) => `${part}\n    ${root}`)
}
