import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OtherZone, PageZone } from '#web/lib/clinic/page-zone.ts'
import { TimeText } from './date-text.tsx'

const noon = '2026-11-30T12:00:00Z'
const texts = (markup: React.ReactNode) => renderToStaticMarkup(markup).replaceAll(/<[^>]*>/g, '')

it('names the zone of the page if it is not the reader’s', () => {
  expect(texts(<TimeText value={noon} timeZone="Asia/Kathmandu" />)).toBe('Nov 30, 2026, 5:45 PM GMT+5:45')
})

it('names the reader’s zone beside times of another zone only', () => {
  const alone = texts(<TimeText value={noon} />)
  expect(alone).toMatch(/ [AP]M$/)
  const beside = texts(
    <OtherZone value="Asia/Kathmandu">
      <TimeText value={noon} />
    </OtherZone>,
  )
  expect(beside).toMatch(/ [AP]M \S+$/)
  expect(beside.startsWith(alone)).toBe(true)
})

it('has the page’s zone before the reader’s', () => {
  const shown = texts(
    <OtherZone value="Asia/Kathmandu">
      <PageZone value="Asia/Kathmandu">
        <TimeText value={noon} />
      </PageZone>
    </OtherZone>,
  )
  expect(shown).toBe('Nov 30, 2026, 5:45 PM GMT+5:45')
})
