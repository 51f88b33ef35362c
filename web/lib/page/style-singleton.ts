import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton` (vite.config.ts), with which Radix locks scrolling: it writes a <style>
 * element, which the Content-Security-Policy (`style-src 'self'`) refuses.
 */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null

  return {
    add(css: string): void {
      if (users === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets.push(sheet)
      }
      users += 1
    },
    remove(): void {
      users -= 1
      if (users === 0) {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      }
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(css: string, isDynamic?: boolean): void {
    // biome-ignore lint/correctness/useExhaustiveDependencies: changed rules count only for dynamic styles, as published
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
    }, [css && isDynamic])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet(props: { styles: string; dynamic?: boolean }): null {
    useStyle(props.styles, props.dynamic)
    return null
  }
}
