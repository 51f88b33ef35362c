import type { ReactNode } from 'react'
import type { SupportAccess } from '#domain/support/support.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { Badge } from '#web/components/ui/badge.tsx'

const texts = supportTexts

const tones = {
  waiting: 'warning',
  live: 'success',
  declined: 'neutral',
  ended: 'neutral',
  withdrawn: 'neutral',
  lapsed: 'neutral',
} as const

/** Support accesses with date and reason. @param actions buttons of an access */
export function AccessList({
  label,
  accesses,
  withClinic = false,
  actions,
}: {
  label: string
  accesses: readonly SupportAccess[]
  withClinic?: boolean
  actions?(access: SupportAccess): ReactNode
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {accesses.map((access) => (
        <li key={access.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {withClinic && <span className="min-w-0 font-semibold break-words">{access.clinicName}</span>}
              <Badge tone={tones[access.state]}>{texts.states[access.state]}</Badge>
            </p>
            <p className="mt-1 break-words">{access.reason}</p>
            <p className="mt-1 text-note text-muted">
              {texts.asked} <TimeText value={access.askedAt} />
              {access.endsAt && (
                <>
                  {', '}
                  {texts.until} <TimeText value={access.endsAt} />
                </>
              )}
            </p>
          </div>
          {actions?.(access)}
        </li>
      ))}
    </ul>
  )
}
