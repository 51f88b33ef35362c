import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Lock } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnProgram, OwnSession } from '#domain/programs/programs.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownProgramsQuery } from './queries.ts'

const texts = programTexts.patient

export function OwnPrograms({ clinic, pathOf }: { clinic: Clinic; pathOf(itemId: string): string }) {
  const programs = useQuery(ownProgramsQuery(clinic.subdomain))
  if (programs.isError) return <ErrorState title={texts.failed} onRetry={() => void programs.refetch()} />
  // the cards below appear together with it
  if (programs.isPending) return <span hidden aria-busy="true" />
  if (programs.data.length === 0) return null
  return (
    <section aria-labelledby="own-programs">
      <h2 id="own-programs" className="mb-4 font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <ul className="space-y-4">
        {programs.data.map((program) => (
          <li key={program.id}>
            <ProgramCard program={program} pathOf={pathOf} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProgramCard({ program, pathOf }: { program: OwnProgram; pathOf(itemId: string): string }) {
  const done = program.sessions.filter(isDone).length
  return (
    <article className="card p-5 sm:p-6">
      <h3 className="font-display text-lead font-medium break-words">
        <span aria-hidden>{program.emoji}</span> {program.title}
      </h3>
      <p className="mt-1 text-note text-muted">{texts.progress(done, program.sessions.length)}</p>
      <ol className="mt-3 divide-y divide-line">
        {program.sessions.map((session) => (
          <Session key={session.id} session={session} pathOf={pathOf} />
        ))}
      </ol>
    </article>
  )
}

function Session({ session, pathOf }: { session: OwnSession; pathOf(itemId: string): string }) {
  const { title, description, lessons, opensOn } = session
  const [only] = lessons.length === 1 ? lessons : []
  return (
    <li className="relative flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        {only ? (
          <Link
            to={withClinic(pathOf(only.itemId))}
            className="link font-semibold break-words after:absolute after:inset-0"
          >
            {title}
          </Link>
        ) : (
          <span className={cn('font-semibold break-words', lessons.length === 0 && 'text-muted')}>
            {title}
          </span>
        )}
        {description && <p className="text-form text-muted">{description}</p>}
        {lessons.length > 1 && (
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {lessons.map(({ itemId, type, isCompleted }) => (
              <li key={itemId} className="flex min-h-11 items-center gap-1.5">
                <Link
                  to={withClinic(pathOf(itemId))}
                  className="link text-form font-semibold"
                  aria-label={`${learningTexts.open[type]}: ${title}`}
                >
                  {learningTexts.open[type]}
                </Link>
                {isCompleted && <CircleCheck aria-label={texts.completed} className="size-4 text-success" />}
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="flex flex-none items-center gap-1.5 pt-0.5 text-note text-muted">
        {isDone(session) ? (
          <>
            <CircleCheck aria-hidden className="size-4 text-success" />
            {texts.completed}
          </>
        ) : lessons.length > 0 ? (
          texts.open
        ) : (
          <>
            <Lock aria-hidden className="size-4" />
            <span>
              {texts.opens} <DateText value={opensOn} />
            </span>
          </>
        )}
      </span>
    </li>
  )
}

function isDone({ lessons }: OwnSession): boolean {
  return lessons.length > 0 && lessons.every(({ isCompleted }) => isCompleted)
}
