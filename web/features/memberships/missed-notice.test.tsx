import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Place } from '#domain/plans/places.ts'
import { MissedNotice } from './missed-notice.tsx'

const shown = (place: Place | null, days: number) => {
  const endsAt = new Date(Date.now() + days * 86_400_000).toISOString()
  return renderToStaticMarkup(<MissedNotice place={place} endsAt={endsAt} timeZone="America/Phoenix" />)
}

it('names the legal notice period if the plan ends sooner', () => {
  expect(shown('US-AZ', 12)).toContain('The law of Arizona requires 30 days’ written notice')
  expect(shown('US-WV', 12)).toContain('The law of West Virginia')
})

it('shows nothing if there is enough time, or no such law', () => {
  expect(shown('US-AZ', 31)).toBe('')
  expect(shown('US-TN', 12)).toBe('')
  expect(shown(null, 12)).toBe('')
})
