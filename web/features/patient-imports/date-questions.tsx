import type { ColumnChoice } from '#domain/patient-imports/columns.ts'
import {
  type Century,
  type DateOrder,
  type InferredOrder,
  inferOrder,
  unclearCentury,
} from '#domain/patient-imports/written-dates.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { firstDay } from '#domain/values/calendar-date.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import type { ReadFile } from './read-file.ts'

const texts = patientImportTexts.columns

/** The admin's answers; null: not asked, or not answered yet. */
export interface DateAnswers {
  dateOrder: DateOrder | null
  century: Century | null
}

export interface DateQuestions extends InferredOrder {
  /** A date with a year of two digits that could be of either century. */
  unclearYear: string | null
}

export function dateQuestions(
  file: ReadFile,
  columns: ColumnChoice,
  { dateOrder }: DateAnswers,
  timeZone: string,
): DateQuestions {
  const written = (column: number | undefined) =>
    column === undefined ? [] : file.rows.map(({ cells }) => cells[column] ?? '')
  const births = written(columns.birthday)
  const inferred = inferOrder([...births, ...written(columns.paidUntil)])
  const range = { earliest: firstDay, latest: dateIn(serverNow(), timeZone) }
  return {
    ...inferred,
    unclearYear: unclearCentury(births, { order: dateOrder ?? inferred.order, ...range }),
  }
}

/** @returns the question that is not answered yet; null if none */
export function missingAnswer(questions: DateQuestions, answers: DateAnswers): string | null {
  if (questions.isNeeded && !questions.order && !answers.dateOrder) return texts.orderMissing
  return questions.unclearYear !== null && !answers.century ? texts.centuryMissing : null
}

/** Asks how dates are read that the file does not make clear. */
export function DateFields({
  questions,
  answers,
  onAnswers,
}: {
  questions: DateQuestions
  answers: DateAnswers
  onAnswers(answers: DateAnswers): void
}) {
  const order = answers.dateOrder ?? questions.order
  return (
    <>
      {questions.isNeeded && (
        <Field
          label={texts.dateOrder}
          hint={questions.proof ? texts.orderShown(questions.proof) : texts.orderUnknown}
        >
          {(control) => (
            <Select
              {...control}
              value={order ?? ''}
              onChange={(event) => onAnswers({ ...answers, dateOrder: event.target.value as DateOrder })}
            >
              {!order && <option value="">{texts.choose}</option>}
              <option value="mdy">{texts.dateOrders.mdy}</option>
              <option value="dmy">{texts.dateOrders.dmy}</option>
            </Select>
          )}
        </Field>
      )}
      {questions.unclearYear !== null && (
        <Field label={texts.century} hint={texts.centuryUnknown(questions.unclearYear)}>
          {(control) => (
            <Select
              {...control}
              value={answers.century ?? ''}
              onChange={(event) => onAnswers({ ...answers, century: event.target.value as Century })}
            >
              {!answers.century && <option value="">{texts.choose}</option>}
              <option value="recent">{texts.centuries.recent}</option>
              <option value="past">{texts.centuries.past}</option>
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
