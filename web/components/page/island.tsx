import { createContext, type ReactNode, useContext } from 'react'

/**
 * Renders an island's markup as a separate root during prerendering. Hydration expects the markup and ids of a root.
 */
export const IslandMarkup = createContext<((name: string, island: ReactNode) => string) | null>(null)

/** Id prefix of an island: two roots on one page would create the same ids. */
export function idPrefixOf(island: string): string {
  return `${island}-`
}

/**
 * An interactive part of a public page. Prerendered pages mark it until its code has hydrated it
 * (web/prerendered/visitor.ts); the app renders only its children.
 */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  const markupOf = useContext(IslandMarkup)
  if (!markupOf) return children
  return (
    <div
      data-island={name}
      className="contents"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of these children
      dangerouslySetInnerHTML={{ __html: markupOf(name, children) }}
    />
  )
}
