import { type ReactNode, useCallback, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from '../ui/button.tsx'
import { SaveBar } from './save-bar.tsx'
import { type SavePart, SaveParts } from './save-part.ts'
import { SaveState } from './save-state.tsx'
import { SubmitButton } from './submit-button.tsx'

/** One save bar for the forms of a page, at its end and always in view. It saves every changed form. */
export function PageSaveBar({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlyMap<string, SavePart>>(new Map())
  const report = useCallback((formId: string, part: SavePart | null) => {
    setParts((known) => {
      const others = [...known].filter(([id]) => id !== formId)
      return new Map(part ? [...others, [formId, part]] : others)
    })
  }, [])
  return (
    <SaveParts value={report}>
      {children}
      {parts.size > 0 && <Bar parts={parts} />}
    </SaveParts>
  )
}

function Bar({ parts }: { parts: ReadonlyMap<string, SavePart> }) {
  const all = [...parts.values()]
  const [first, ...others] = [...parts].filter(([, { isDirty }]) => isDirty)
  const isBusy = all.some((part) => part.isBusy)
  const savedAt = Math.max(...all.map((part) => part.savedAt?.getTime() ?? 0))
  return (
    // the page's padding would move it up at the page's end
    <SaveBar className="mt-(--save-bar-top,1.5rem) -mb-6 md:-mb-8">
      <SubmitButton
        // the Enter key submits this form, too
        form={first?.[0]}
        isBusy={isBusy}
        busyText={componentTexts.form.saving}
        // not `disabled`, which would take the focus after a save
        aria-disabled={isBusy || !first || undefined}
        onClick={(event) => {
          if (isBusy || !first) return event.preventDefault()
          for (const [formId] of others) formOf(formId)?.requestSubmit()
        }}
      >
        {(first?.[1] ?? all[0])?.label}
      </SubmitButton>
      {first && (
        <Button
          variant="quiet"
          className="max-sm:px-3"
          onClick={() => {
            for (const [, { cancel }] of [first, ...others]) cancel()
          }}
        >
          {componentTexts.form.cancel}
        </Button>
      )}
      <SaveState isDirty={first !== undefined} savedAt={savedAt > 0 ? new Date(savedAt) : null} />
    </SaveBar>
  )
}

const formOf = (id: string) => document.getElementById(id) as HTMLFormElement | null
