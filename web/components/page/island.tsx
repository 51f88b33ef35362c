import { createContext, type ReactNode, useContext } from 'react'

/**
 * Renders an island's markup as a root separate from the page's; present while pages are prerendered. Hydration expects the
 * markup and the ids of a root.
 */
export const IslandMarkup = createContext<((name: string, island: ReactNode) => string) | null>(null)

/** Start of the ids in an island: two roots of one page would give the same ids. */
export function idPrefixOf(island: string): string {
  return `${island}-`
}

/**
 * A part of a public page that moves or answers. In a prerendered page it is marked until its code has hydrated it
 * (web/prerendered/visitor.ts); in the app it is nothing but its children.
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
