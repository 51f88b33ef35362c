import type { CareTheme } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'

const texts = carePlanTexts.home
const short = (score: number | null) => (score === null ? texts.noScore : texts.shortScore(score))

/** The themes with both scores, a line each. */
export function ScoreTable({ themes }: { themes: readonly CareTheme[] }) {
  return (
    <table aria-label={texts.themes} className="w-full text-form">
      <thead>
        <tr className="align-bottom text-note text-muted">
          <th scope="col" className="pb-1.5 text-left font-normal">
            {texts.theme}
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-normal">
            {texts.scores.patient}
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-normal">
            {texts.scores.physician}
          </th>
        </tr>
      </thead>
      <tbody>
        {themes.map(({ title, patientScore, physicianScore }, at) => (
          // a saved plan never changes its order on the screen
          <tr key={String(at)} className="border-t border-line align-baseline">
            <th scope="row" className="py-2 text-left font-semibold break-words">
              {title}
            </th>
            <td className="py-2 pl-3 text-right tabular-nums">{short(patientScore)}</td>
            <td className="py-2 pl-3 text-right tabular-nums">{short(physicianScore)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
