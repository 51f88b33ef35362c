import type { ReactNode } from 'react'

// a longer one may be somebody's name, which must not be wider than a phone
const maxUnbroken = 16
const hyphenated = /([^\s-]+(?:-[^\s-]+)+)/

/** A heading's words: "sign-in" stays on one line, since half of it at a line's end reads like a mistake. */
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
