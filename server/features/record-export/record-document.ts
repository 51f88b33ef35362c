import { setImmediate } from 'node:timers/promises'
import { recordDocumentTexts } from '#domain/texts/record-export.ts'
import { timeZoneText } from '#domain/values/time-zone-text.ts'
import { margin, muted, openPaper, type Paper } from '../receipts/paper.ts'
import { type RecordFacts, readerOf } from './record-facts.ts'
import { recordSections } from './record-sections.ts'

const texts = recordDocumentTexts
/** A heading moves to the next page with the lines that belong to it. */
const headingRoom = 90
const entryRoom = 40

/** A person's record as a PDF to read. Times are in the clinic's zone. */
export async function recordDocument(facts: RecordFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { clinic, reader, name, madeAt } = facts
  const { rows, text, day, moment } = readerOf(facts)
  const paper = await openPaper(clinic, texts.title(name), madeAt, (page, pages) =>
    texts.page(name, clinic.name, page, pages),
  )
  let y = await paper.write(
    texts.title(name),
    { x: margin, y: paper.top + 34 },
    { size: 24, weight: 'strong' },
  )
  y = await paper.write(texts.made(moment(madeAt.toISOString())), { x: margin, y }, { size: 12, fill: muted })
  const [person] = rows('patients')
  const [details] = rows('patient_details')
  const address = [
    text(details, 'address'),
    text(details, 'city'),
    text(details, 'state'),
    text(details, 'zip_code'),
  ]
  y = await paper.facts(y + 22, [
    [texts.facts.bornOn, details?.date_of_birth ? day(details.date_of_birth) : null],
    [texts.facts.email, text(person, 'email')],
    [texts.facts.phone, text(details, 'phone')],
    [texts.facts.address, address.filter(Boolean).join(', ') || null],
    [texts.facts.since, person?.created_at ? day(person.created_at) : null],
  ])
  y = await heading(paper, y + 4, texts.about)
  for (const line of [texts.lacks[reader], texts.boxes, texts.zone(timeZoneText(clinic.timeZone))])
    y = await paragraph(paper, y, line)

  for (const { title, entries } of recordSections(facts)) {
    y = await heading(paper, y + 14, title)
    if (entries.length === 0) y = await paragraph(paper, y, texts.none)
    for (const entry of entries) {
      // other requests are answered between two entries of a long record
      await setImmediate()
      y = paper.room(y, entryRoom)
      if (entry.title)
        y = await paper.write(entry.title, { x: margin, y }, { size: 11, weight: 'strong', flows: true })
      for (const line of entry.lines.flatMap((each) => each.split('\n'))) y = await paragraph(paper, y, line)
      y += entry.title ? 7 : 1
    }
  }
  return paper.end()
}

async function heading(paper: Paper, at: number, title: string): Promise<number> {
  const y = await paper.write(
    title,
    { x: margin, y: paper.room(at, headingRoom) },
    { size: 15, weight: 'strong' },
  )
  return paper.rule(y + 4)
}

function paragraph(paper: Paper, y: number, text: string): Promise<number> {
  return paper.write(text, { x: margin, y }, { size: 10.5, flows: true })
}
