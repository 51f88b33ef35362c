import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CareTheme } from '#domain/care-plans/care-plans.ts'
import { bestScore } from '#domain/care-plans/scores.ts'
import { categoriesOf } from '#domain/care-plans/shown-plan.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Bar } from '#web/components/charts.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { themeLessonsQuery } from './queries.ts'

const texts = carePlanTexts.home

export interface ThemeLinks {
  clinic: Clinic
  lessonPath(itemId: string): string
}

type ScoreLabels = Record<'patient' | 'physician', string>

export function ThemeScores({ themes, labels }: { themes: readonly CareTheme[]; labels: ScoreLabels }) {
  return (
    <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {themes.map((theme, at) => (
        // a saved plan never changes its order on the screen
        <li key={String(at)} className="min-w-0">
          <p className="font-semibold break-words">{theme.title}</p>
          <Scores theme={theme} labels={labels} />
        </li>
      ))}
    </ul>
  )
}

function Scores({ theme, labels }: { theme: CareTheme; labels: ScoreLabels }) {
  const scores = [
    [labels.patient, theme.patientScore],
    [labels.physician, theme.physicianScore],
  ] as const
  return (
    <ul className="mt-2 space-y-2">
      {scores.map(([label, score]) => (
        <li key={label}>
          <p className="flex flex-wrap justify-between gap-x-3 text-form">
            <span className="text-muted">{label}</span>{' '}
            <span className="tabular-nums">{score === null ? texts.noScore : texts.score(score)}</span>
          </p>
          {score !== null && (
            <div className="mt-1">
              <Bar parts={[score]} whole={bestScore} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Both scores in one line. */
function ScoreLine({ theme }: { theme: CareTheme }) {
  const scores = [
    [texts.scores.patient, theme.patientScore],
    [texts.scores.physician, theme.physicianScore],
  ] as const
  return (
    <dl className="mt-1 flex flex-wrap gap-x-6 text-form">
      {scores.map(([label, score]) => (
        <div key={label} className="flex gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular-nums">{score === null ? texts.noScore : texts.score(score)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ThemeDetails({ theme, links }: { theme: CareTheme; links: ThemeLinks }) {
  const { patientWords, physicianWords } = theme
  return (
    <div>
      <h3 className="font-display text-lead font-medium break-words">{theme.title}</h3>
      <ScoreLine theme={theme} />
      {(patientWords || physicianWords) && (
        <dl className="mt-3 space-y-2 text-form">
          {patientWords && <Said term={texts.patientWords} text={patientWords} />}
          {physicianWords && <Said term={texts.physicianWords} text={physicianWords} />}
        </dl>
      )}
      <ThemeLessons theme={theme} links={links} />
    </div>
  )
}

function Said({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="break-words whitespace-pre-line">{text}</dd>
    </div>
  )
}

/** Its published lessons; nothing without any or while loading. */
function ThemeLessons({
  theme: { lessonIds },
  links: { clinic, lessonPath },
}: {
  theme: CareTheme
  links: ThemeLinks
}) {
  const lessons = useQuery({ ...themeLessonsQuery(clinic.subdomain), enabled: lessonIds.length > 0 })
  const own = lessonIds.flatMap((id) => lessons.data?.find((lesson) => lesson.id === id) ?? [])
  if (own.length === 0) return null
  return (
    <div className="mt-2">
      <h4 className="text-form text-muted">{texts.lessons}</h4>
      <ul>
        {own.map(({ id, type, title, readMinutes }) => (
          <li key={id} className="py-1">
            <Link to={withClinic(lessonPath(id))} className="link font-semibold break-words">
              {title}
            </Link>
            {(type === 'article' || type === 'video') && readMinutes > 0 && (
              <span className="ml-2 text-note text-muted">{texts.minutes(readMinutes)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "Counseling Categories": a click on one shows its themes below (docs/specification.md B2.4). */
export function CounselingCategories({ themes, links }: { themes: readonly CareTheme[]; links: ThemeLinks }) {
  const categories = categoriesOf(themes)
  const [chosen, choose] = useState<string | null>(null)
  const shown = themes.filter(({ category }) => category === chosen)
  return (
    <>
      <p className="text-form text-muted max-sm:sr-only">{texts.categoriesLead}</p>
      <ul className="mt-1 flex flex-wrap gap-2 sm:mt-3">
        {categories.map((category) => (
          <li key={category} className="max-w-full">
            <Button
              variant={category === chosen ? 'tint' : 'outline'}
              className="h-auto max-w-full text-left break-words"
              aria-pressed={category === chosen}
              onClick={() => choose(category)}
            >
              {category}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <ul aria-live="polite" className="mt-5 divide-y divide-line">
          {shown.map((theme, at) => (
            <li key={`${theme.title}-${String(at)}`} className="py-5 first:pt-0 last:pb-0">
              <ThemeDetails theme={theme} links={links} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
