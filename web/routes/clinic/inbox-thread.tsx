import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
import { type PersonView, readsMessages } from '#domain/memberships/person.ts'
import { paths, personPath } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { messageNoteTexts } from '#domain/texts/person-notes.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { messageNotesQuery } from '#web/features/messages/note-queries.ts'
import { NoteRow } from '#web/features/messages/note-row.tsx'
import { TeamComposer } from '#web/features/messages/team-composer.tsx'
import { ThreadDesk } from '#web/features/messages/thread-desk.tsx'
import { ThreadView } from '#web/features/messages/thread-view.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = messageTexts

export default function InboxThread() {
  const { id = '' } = useParams()
  const clinic = useClinic()
  const { search } = useLocation()
  const person = useQuery(personQuery(useQueryClient(), clinic.subdomain, id))
  return (
    <div className="min-w-0">
      <div className="lg:hidden">
        <BackLink to={`${paths.messages}${search}`}>{texts.inbox.back}</BackLink>
      </div>
      {person.isPending ? (
        <Loading label={texts.loading}>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      ) : person.data?.patientId ? (
        <PersonThread key={person.data.patientId} person={person.data} patientId={person.data.patientId} />
      ) : person.data === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void person.refetch()} />
      ) : (
        <EmptyState icon={SearchX} title={texts.desk.notFoundTitle}>
          {texts.desk.notFound}
        </EmptyState>
      )}
    </div>
  )
}

function PersonThread({ person, patientId }: { person: PersonView; patientId: string }) {
  const clinic = useClinic()
  const may = useCan()
  const { name, userId } = person
  const mayWrite = may('messages:write')
  const notes = useQuery(messageNotesQuery(clinic.subdomain, patientId))
  return (
    <>
      <title>{`${texts.thread.label(name)} · ${clinic.name}`}</title>
      <ThreadView
        slug={clinic.subdomain}
        patientId={patientId}
        side="clinic"
        className="h-[calc(100dvh-11rem)] min-h-96 sm:h-[calc(100dvh-15rem)] lg:h-[calc(100dvh-8.5rem)]"
        otherName={name}
        marksRead={mayWrite}
        notes={notes.data}
        noteRow={(note) => <NoteRow note={note} slug={clinic.subdomain} patientId={patientId} />}
        head={
          <ThreadDesk
            clinic={clinic}
            patientId={patientId}
            person={
              <AvatarsOf userIds={[userId]}>
                <h2 className="flex min-w-0 items-center gap-3 font-display text-lead font-semibold">
                  <PersonAvatar userId={userId} name={name} />
                  <Link to={withClinic(personPath(patientId))} className="link min-w-0 break-words">
                    {name}
                  </Link>
                </h2>
              </AvatarsOf>
            }
          />
        }
        instead={
          <>
            {notes.isError && !notes.data && (
              <p role="alert" className="flex flex-wrap items-center gap-x-3 px-4 pt-3 text-form text-danger">
                {messageNoteTexts.loadFailed}
                <Button variant="link" onClick={() => void notes.refetch()}>
                  {messageNoteTexts.retry}
                </Button>
              </p>
            )}
            {mayWrite ? (
              <TeamComposer
                slug={clinic.subdomain}
                patientId={patientId}
                otherName={name}
                whyNoMessage={readsMessages(person) ? null : texts.desk.noPortal(name)}
              />
            ) : (
              <p className="px-4 py-4 text-form text-muted">{texts.desk.readOnly}</p>
            )}
          </>
        }
      />
    </>
  )
}
