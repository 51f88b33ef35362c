import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Button } from '#web/components/ui/button.tsx'

const texts = carePlanTexts.editor

/** The form of one step, theme or visit, with buttons to move and remove it. @param at its position, from 0 */
export function PartFrame({
  what,
  title,
  at,
  count,
  onMove,
  onRemove,
  children,
}: {
  what: string
  title: string
  at: number
  count: number
  onMove(to: number): void
  onRemove(): void
  children: ReactNode
}) {
  const number = at + 1
  return (
    <li className="card space-y-4 p-5">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <span className="flex">
          <Button
            variant="quiet"
            size="icon"
            aria-label={texts.upNumber(what, number)}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={texts.downNumber(what, number)}
            disabled={number === count}
            onClick={() => onMove(number)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={texts.removeNumber(what, number)}
            onClick={onRemove}
          >
            <X aria-hidden />
          </Button>
        </span>
      </div>
      {children}
    </li>
  )
}

export function PartList({
  id,
  title,
  problem,
  addLabel,
  onAdd,
  children,
}: {
  id: string
  title: string
  problem: string | undefined
  addLabel: string
  /** null at the limit */
  onAdd: (() => void) | null
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-display text-h3 font-medium">
        {title}
      </h2>
      {problem && (
        <p role="alert" className="mt-1 text-note font-semibold text-danger">
          {problem}
        </p>
      )}
      <ol className="mt-3 space-y-4">{children}</ol>
      {onAdd && (
        <Button variant="outline" className="mt-4" onClick={onAdd}>
          {addLabel}
        </Button>
      )}
    </section>
  )
}
