import { useEffect, useRef } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const texts = componentTexts.conflict

/**
 * Takes focus after a refused save, but not while the user types.
 *
 * @param differing fields that both changed, with the saved values
 */
export function ConflictNotice({
  differing,
  onDiscard,
}: {
  differing: { label: string; saved: string }[]
  onDiscard(): void
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select')) notice.current?.focus()
  }, [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="warning" title={texts.title}>
        <p>{texts.text}</p>
        {differing.length > 0 && (
          <>
            <p className="mt-2">{texts.differs}</p>
            <ul className="list-disc pl-4">
              {differing.map(({ label, saved }) => (
                <li key={label} className="break-words">
                  {label}: <span className="font-semibold">{saved || texts.empty}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="submit" variant="outline">
            {texts.keep}
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
