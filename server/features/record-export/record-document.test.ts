import { expect, it } from 'vitest'
import { recordDocumentTexts } from '#domain/texts/record-export.ts'
import { inDrawnOrder } from '../receipts/document-lines.ts'
import { recordDocument } from './record-document.ts'
import type { RecordFacts } from './record-facts.ts'
import { recordSections } from './record-sections.ts'

const clinic = {
  name: 'Sunrise Family Clinic',
  color: 'lagoon',
  phone: '+1 555 010 0199',
  website: null,
  timeZone: 'America/Vancouver',
  currency: 'cad',
}

function someFacts(changes: Partial<RecordFacts> = {}): RecordFacts {
  return {
    reader: 'team',
    clinic,
    madeAt: new Date('2026-11-28T20:00:00Z'),
    name: 'Siobhán O’Brien',
    tables: {
      'public.patients': [
        { id: 'p', full_name: 'Siobhán O’Brien', email: null, created_at: '2025-01-04T10:00:00Z' },
      ],
      'public.patient_details': [{ date_of_birth: '1988-02-29', phone: '+15550100147', city: 'Brookfield' }],
    },
    names: {},
    looks: null,
    paths: new Map(),
    ...changes,
  }
}

const visit = (index: number) => ({
  type: 'checkup',
  starts_at: new Date(Date.UTC(2020, 0, 2 + index * 9, 17)).toISOString(),
  time_zone: 'America/Vancouver',
  status: index % 7 === 3 ? 'no_show' : 'completed',
  duration_minutes: 30,
  provider_id: 'lee',
  notes: index % 5 === 0 ? 'Blood pressure checked. '.repeat(12) : null,
})
const message = (body: string, index = 0) => ({
  id: `m${index}`,
  sent_at: '2026-10-01T15:00:00Z',
  author_name: 'Dana Whitfield',
  body,
})
const hard = [
  'Thanks! 🙂👩‍⚕️🫶🏽 See you Thursday.',
  'שלום, אני צריכה לדחות את התור ליום חמישי בבוקר.',
  'مرحبا، أريد تغيير موعدي إلى صباح يوم الخميس.',
  `A word that does not end: ${'x'.repeat(400)}`,
  'One paragraph.\n\nAnother after a blank line.',
  'Words. '.repeat(900),
]

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0

it('continues a long record on further pages: 200 visits, and texts longer than a page', async () => {
  const tables = {
    ...someFacts().tables,
    'public.appointments': Array.from({ length: 200 }, (_, index) => visit(index)),
    'public.messages': hard.map(message),
  }
  const facts = someFacts({ tables, names: { checkup: 'Check-up', lee: 'Dr. Ada Lee' } })
  const pdf = await recordDocument(facts)
  expect(pagesOf(pdf)).toBeGreaterThan(14)
  expect(Buffer.from(await recordDocument(facts)).equals(Buffer.from(pdf))).toBe(true)
})

it('is one page for a patient with nothing but a name', async () => {
  const tables = { 'public.patients': someFacts().tables['public.patients'] ?? [], 'public.appointments': [] }
  expect(pagesOf(await recordDocument(someFacts({ tables })))).toBe(1)
})

it('has a section for each kind of data that the reader may read, empty ones too', () => {
  const { sections } = recordDocumentTexts
  const titles = (tables: RecordFacts['tables']) =>
    recordSections(someFacts({ tables })).map(({ title, entries }) => [title, entries.length])
  expect(titles({ 'public.appointments': [visit(0)], 'public.messages': [] })).toEqual([
    [sections.visits, 1],
    [sections.messages, 0],
  ])
  const at = '2026-10-01T15:00:00Z'
  expect(
    titles({
      'public.person_notes': [{ created_at: at, body: 'x' }],
      'public.message_notes': [{ written_at: at, body: 'y' }],
    }),
  ).toEqual([[sections.notes, 2]])
})

it('gives time, provider and outcome of each visit', () => {
  const [visits] = recordSections(
    someFacts({
      tables: { 'public.appointments': [{ ...visit(3), cancel_reason: 'Flu', notes: 'Called.' }] },
      names: { checkup: 'Check-up', lee: 'Dr. Ada Lee' },
    }),
  )
  expect(visits?.entries).toEqual([
    {
      title: 'Jan 29, 2020 at 9:00 AM: Check-up',
      lines: ['No-show, 30 minutes, Dr. Ada Lee', 'Reason for canceling: Flu', 'Notes: Called.'],
    },
  ])
})

it('lists payments, refunds and receipts with their invoice', () => {
  const money = { invoice_id: 'in_1', payment_id: 'pi_1', currency: 'cad' }
  const [invoices] = recordSections(
    someFacts({
      tables: {
        'public.invoices': [
          {
            id: 'in_1',
            number: 'A-7',
            status: 'paid',
            issued_at: '2026-10-01T15:00:00Z',
            total_cents: 8900,
            amount_paid_cents: 8900,
            currency: 'cad',
          },
        ],
        'public.invoice_lines': [{ ...money, description: 'Whole Year', amount_cents: 8900 }],
        'public.payments': [
          {
            ...money,
            id: 'pi_1',
            status: 'succeeded',
            amount_cents: 8900,
            charged_at: '2026-10-01T15:00:00Z',
          },
        ],
        'public.refunds': [
          { ...money, status: 'succeeded', amount_cents: 900, refunded_at: '2026-10-03T15:00:00Z' },
        ],
        'public.receipts': [{ ...money, label: '12', amount_cents: 8900 }],
      },
    }),
  )
  expect(invoices?.entries).toEqual([
    {
      title: 'Oct 1, 2026: Invoice A-7',
      lines: [
        'Paid, CA$89.00, CA$89.00 paid',
        'Whole Year: CA$89.00',
        'Payment of CA$89.00, Oct 1, 2026, succeeded',
        'Refund of CA$9.00, Oct 3, 2026, succeeded',
        expect.stringMatching(/^Receipt .*12 for CA\$89\.00$/),
      ],
    },
  ])
})

it('draws words of a script that reads from right to left in that order', () => {
  const drawn = (...texts: string[]) =>
    inDrawnOrder(texts.map((text) => ({ text, name: 'a', file: Buffer.alloc(0) }))).map(({ text }) => text)
  expect(drawn('Hello ', 'there')).toEqual(['Hello ', 'there'])
  expect(drawn('שלום ', 'עולם')).toEqual(['עולם', 'שלום '])
  expect(drawn('at ', 'שלום ', 'עולם ', 'Street')).toEqual(['at ', 'עולם ', 'שלום ', 'Street'])
  expect(drawn('שלום', ', ', 'עולם', '.')).toEqual(['.', 'עולם', ' ,', 'שלום'])
  expect(drawn('שלום ', 'Ada ', 'Lee ', 'עולם')).toEqual(['עולם', 'Ada ', 'Lee ', 'שלום '])
  expect(drawn('Ada', ' (', 'שלום ', 'עולם', ').')).toEqual(['Ada', ' (', 'עולם', 'שלום ', ').'])
})
