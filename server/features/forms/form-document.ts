import { answerLines } from '#domain/forms/answer-lines.ts'
import { type Answers, type FormField, isFileAnswer, isSignature } from '#domain/forms/forms.ts'
import { pathOf, signatureBox } from '#domain/forms/strokes.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { formatDate, formatTime } from '#domain/values/dates.ts'
import { margin, muted, openPaper, type PaperClinic } from '../receipts/paper.ts'

const texts = formTexts.pdf
/** A question moves to the next page with the beginning of its answer. */
const questionRoom = 48

export interface FormFacts {
  clinic: PaperClinic & { timeZone: string }
  patient: string
  title: string
  version: number
  fields: FormField[]
  answers: Answers
  signedAt: Date
  signedName: string
  statement: string
  isGuardian: boolean
  /** The pictures to show, by the ids of files; the others are named only. */
  pictures: ReadonlyMap<string, Buffer>
}

/** A signed form as it was signed. Times are in the clinic's zone. */
export async function formDocument(facts: FormFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { clinic, signedAt, signedName, isGuardian } = facts
  const paper = await openPaper(clinic, facts.title, signedAt, (page, pages) =>
    texts.page(clinic.name, page, pages),
  )
  let y = await paper.write(
    facts.title,
    { x: margin, y: paper.top + 34 },
    { size: 22, weight: 'strong', flows: true },
  )
  const at = signedAt.toISOString()
  const signer = isGuardian ? texts.asGuardian(signedName) : signedName
  y = await paper.facts(y + 18, [
    [texts.patient, facts.patient],
    [texts.signer, signer],
    [texts.signedAt, `${formatDate(at, clinic.timeZone)}, ${formatTime(at, clinic.timeZone)}`],
    [texts.version, String(facts.version)],
  ])
  y = paper.rule(y)
  const lines = async (all: readonly string[], style: Parameters<typeof paper.write>[2]) => {
    for (const line of all) y = await paper.write(line, { x: margin, y }, { flows: true, ...style })
  }
  for (const field of facts.fields) {
    y = paper.room(y + 8, questionRoom)
    if (field.kind === 'heading') {
      await lines(field.label.split('\n'), { size: 14, weight: 'strong' })
      continue
    }
    await lines(field.label.split('\n'), { size: 10.5, weight: 'strong' })
    const answer = facts.answers[field.id]
    const printed = answerLines(field, answer)
    if (isFileAnswer(answer))
      for (const [at, { id, sha256 }] of answer.files.entries()) {
        await lines([printed[at] ?? ''], { size: 10.5 })
        await lines([texts.sha256(sha256)], { size: 8, fill: muted })
        const picture = facts.pictures.get(id)
        if (picture) y = paper.picture(picture, y + 4)
      }
    else if (isSignature(answer) && 'strokes' in answer)
      y = paper.drawing(pathOf(answer.strokes), signatureBox, y + 4)
    else if (printed.length > 0) await lines(printed, { size: 10.5 })
    else await lines([formTexts.noAnswer], { size: 10.5, fill: muted })
  }
  y = paper.rule(paper.room(y + 14, 80))
  await lines([facts.statement], { size: 10.5 })
  await lines([signer], { size: 14, weight: 'strong' })
  return paper.end()
}
