import { useQuery } from '@tanstack/react-query'
import { Eye, Library, Pencil, Plus, UserPlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { matchesSearch } from '#domain/learning/search.ts'
import { programTexts } from '#domain/texts/programs.ts'
import { formatDate } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SearchInput } from '#web/components/form/search-field.tsx'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { ProgramExamples } from './program-examples.tsx'
import { ProgramPreview } from './program-preview.tsx'
import { type Program, programsQuery } from './queries.ts'

const texts = programTexts.list

/**
 * The tab Health Programs: search, cards with their sessions, and a tile for a new one (docs/specification.md B2.13).
 *
 * @param savedId the program saved just now, which is scrolled into view and takes the focus
 */
export function ProgramCards({
  clinic,
  newPath,
  pathOf,
  savedId,
  onAssign,
}: {
  clinic: Clinic
  newPath: string
  pathOf(programId: string): string
  savedId: string | null
  onAssign(program: Program): void
}) {
  const programs = useQuery(programsQuery(clinic.subdomain))
  const may = useCan()
  const lacksNew = useLackingFeatures().includes('advanced_education')
  const [search, setSearch] = useState('')
  const [previewed, setPreviewed] = useState<Program | null>(null)
  if (programs.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (!programs.data) return <ErrorState title={texts.failed} onRetry={() => void programs.refetch()} />
  const shown = programs.data.filter((program) => matchesSearch(program, search))
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-end gap-3">
        <search className="min-w-60 flex-1">
          <SearchInput
            aria-label={texts.search}
            placeholder={texts.search}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </search>
        {may('content:write') && !lacksNew && (
          <>
            <ProgramExamples clinic={clinic}>
              <Button variant="outline">
                <Library aria-hidden />
                {texts.examples}
              </Button>
            </ProgramExamples>
            <Button asChild variant="outline">
              <Link to={withClinic(newPath)}>
                <Plus aria-hidden />
                {texts.new}
              </Link>
            </Button>
          </>
        )}
      </div>
      {may('content:write') && lacksNew && <TierNotice feature="advanced_education" />}
      {shown.length === 0 && search.trim() !== '' && (
        <p role="status" className="text-form text-muted">
          {texts.none}
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {shown.map((program) => (
          <li key={program.id} className="grid">
            <ProgramCard
              program={program}
              path={pathOf(program.id)}
              isSaved={program.id === savedId}
              onPreview={() => setPreviewed(program)}
              onAssign={() => onAssign(program)}
            />
          </li>
        ))}
        {may('content:write') && !lacksNew && (
          <li className="grid">
            <Link
              to={withClinic(newPath)}
              className="grid min-h-40 place-content-center gap-1 rounded-card border border-dashed border-line-strong p-6 text-center hover:bg-tint"
            >
              <Plus aria-hidden className="mx-auto size-6 text-primary" />
              <span className="font-semibold">{texts.tile}</span>
              <span className="text-form text-muted">{texts.tileLead}</span>
            </Link>
          </li>
        )}
      </ul>
      <ProgramPreview program={previewed} onClose={() => setPreviewed(null)} />
    </div>
  )
}

function ProgramCard({
  program,
  path,
  isSaved,
  onPreview,
  onAssign,
}: {
  program: Program
  path: string
  isSaved: boolean
  onPreview(): void
  onAssign(): void
}) {
  const may = useCan()
  const noteId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isSaved) heading.current?.focus()
  }, [isSaved])
  const unpublished = program.sessions.filter(({ isPublished }) => !isPublished).length
  return (
    <article className="card card-pad flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <span aria-hidden className="text-h2 leading-none">
          {program.emoji}
        </span>
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="scroll-mt-24 font-display text-lead font-medium break-words"
          >
            {program.title}
          </h2>
          <p className="mt-1 flex flex-wrap gap-2">
            <Badge tone="tint">{program.category}</Badge>
            <Badge>{texts.sessions(program.sessions.length)}</Badge>
          </p>
        </div>
      </div>
      {program.description && <p className="text-form text-muted">{program.description}</p>}
      <ol className="list-decimal space-y-1 pl-5 text-form">
        {program.sessions.map((session) => (
          <li key={session.id} className="break-words">
            {session.title}
          </li>
        ))}
      </ol>
      <p className="text-note text-muted">
        {[
          rhythm(program),
          program.plans.length > 0 ? texts.joining(program.plans.map(({ name }) => name).join(', ')) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {program.isUncheckedExample && unpublished > 0 && (
        <p className="text-note font-semibold">{texts.unchecked}</p>
      )}
      {unpublished > 0 && (
        <p id={noteId} className="text-note font-semibold">
          {texts.unpublished(unpublished)}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Button
          variant="outline"
          size="small"
          aria-label={texts.previewNamed(program.title)}
          onClick={onPreview}
        >
          <Eye aria-hidden />
          {texts.preview}
        </Button>
        {may('lessons:assign') && (
          <Button
            variant="outline"
            size="small"
            aria-label={texts.assignNamed(program.title)}
            disabled={unpublished > 0}
            aria-describedby={unpublished > 0 ? noteId : undefined}
            onClick={onAssign}
          >
            <UserPlus aria-hidden />
            {texts.assign}
          </Button>
        )}
        {may('content:write') && (
          <Button asChild variant="quiet" size="small">
            <Link to={withClinic(path)} aria-label={texts.editNamed(program.title)}>
              <Pencil aria-hidden />
              {texts.edit}
            </Link>
          </Button>
        )}
      </div>
    </article>
  )
}

/** The dates of its sessions, in words. */
function rhythm({ intervalDays, startsOn }: Program): string {
  const pace = intervalDays === 0 ? texts.allAtOnce : texts.every(intervalDays)
  return `${pace}, ${startsOn ? `${texts.fixed} ${formatDate(startsOn)}` : texts.rolling}`
}
