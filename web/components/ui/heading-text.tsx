import type { ReactNode } from 'react'

// a longer word may be a name, which must not be wider than a phone
const maxUnbroken = 16
const hyphenated = /([^\s-]+(?:-[^\s-]+)+)/

/** A heading that does not break at hyphens: half of "sign-in" at a line's end looks like a mistake. */
export function HeadingText({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return children.split(hyphenated).map((part, index) =>
    index % 2 === 1 && part.length <= maxUnbroken ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
