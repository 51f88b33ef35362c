import type { ReactNode } from 'react'

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="mt-10" id={id}>
      <h2 className="mb-3 font-display text-h2 font-medium">{title}</h2>
      {children}
    </section>
  )
}

export function Code({ children }: { children: string }) {
  return (
    // a keyboard can scroll it
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are reached by scrolling
      tabIndex={0}
      className="mt-2 overflow-x-auto rounded-md border border-line bg-paper p-4 text-form"
    >
      <code>{children}</code>
    </pre>
  )
}
