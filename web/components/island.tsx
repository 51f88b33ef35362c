import type { ReactNode } from 'react'

/**
 * A part of a public page that moves or answers. In a prerendered page it is marked, so that the page's small script finds
 * it (web/prerendered/visitor.tsx); in the app it is nothing but its children.
 */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  if (!import.meta.env.SSR) return children
  return (
    <div data-island={name} className="contents">
      {children}
    </div>
  )
}
