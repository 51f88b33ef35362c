import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { guardianTab } from '#domain/guardians/guardian-tab.ts'
import { readsMessages } from '#domain/memberships/person.ts'
import { carePlanPath, mergePath, messagesPath, paths, personTab, personTabs } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { KeptTab } from '#web/components/page/stored-tab.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { Tabs, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { PersonAccount } from '#web/features/account-offers/person-account.tsx'
import { NextVisit, ScheduleVisit } from '#web/features/appointments/booking/next-visit.tsx'
import { ClosedVisits, OpenVisits } from '#web/features/appointments/booking/person-visits.tsx'
import { PersonWaitlist } from '#web/features/appointments/waitlist/person-waitlist.tsx'
import { OpenLessons } from '#web/features/assignments/open-lessons.tsx'
import { PersonLessons } from '#web/features/assignments/person-lessons.tsx'
import { PersonCarePlan } from '#web/features/care-plans/person-care-plan.tsx'
import { PersonFiles } from '#web/features/files/person-files.tsx'
import { PersonForms } from '#web/features/forms/person-forms.tsx'
import { PersonGuardians } from '#web/features/guardians/person-guardians.tsx'
import { MemberMenu } from '#web/features/memberships/member-menu.tsx'
import { PersonContact } from '#web/features/memberships/person-contact.tsx'
import { PersonHeading } from '#web/features/memberships/person-heading.tsx'
import { PersonLooks } from '#web/features/memberships/person-looks.tsx'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { PersonSkeleton } from '#web/features/memberships/person-skeleton.tsx'
import { PersonMessages, UnreadMessages } from '#web/features/messages/person-messages.tsx'
import { PersonMerges } from '#web/features/patient-merges/person-merges.tsx'
import { PersonNotes } from '#web/features/person-notes/person-notes.tsx'
import { PersonDetails, PersonFacts } from '#web/features/profiles/person-details.tsx'
import { HealthAlert, PersonHealth } from '#web/features/profiles/person-health.tsx'
import { DownloadPersonRecord } from '#web/features/record-export/download-record.tsx'
import { PersonRetention } from '#web/features/retention/person-retention.tsx'
import { rememberPerson } from '#web/features/shell/recent-people.ts'
import { PersonTasks } from '#web/features/tasks/tasks-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { patientDetailsQuery } from '#web/lib/clinic/patient-details.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useFirstReads } from '#web/lib/hooks/use-first-reads.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { NotFoundHere } from './not-found-here.tsx'
import {
  Credit,
  OverduePayments,
  PlansAndPayments,
  type SectionProps,
  ValueReceipts,
} from './person-money.tsx'

const texts = membershipTexts.person

/** One person of the clinic (docs/specification.md B2.10 "View Profile"). */
export default function Person() {
  const { id = '' } = useParams()
  const clinic = useClinic()
  const person = useQuery(personQuery(useQueryClient(), clinic.subdomain, id))
  const { user } = useSession()
  const openedId = person.data && user ? id : null
  useEffect(() => {
    if (openedId && user) rememberPerson(clinic.subdomain, user.id, openedId)
  }, [openedId, user, clinic.subdomain])
  return (
    <>
      <BackLink to={withClinic(paths.members)}>{texts.back}</BackLink>
      {person.isPending ? (
        <>
          <Skeleton className="mt-4 h-16 w-80 max-w-full" />
          <PersonSkeleton />
        </>
      ) : person.data ? (
        <ShownPerson key={id} person={person.data} clinic={clinic} />
      ) : person.data === null ? (
        <NotFoundHere
          title={texts.notFoundTitle}
          text={texts.notFound}
          back={texts.back}
          path={paths.members}
        />
      ) : (
        <ErrorState title={texts.failed} onRetry={() => void person.refetch()} />
      )}
    </>
  )
}

function ShownPerson({ person, clinic }: SectionProps) {
  const { id = '' } = useParams()
  const may = useCan()
  const isShown = useFirstReads(clinic.subdomain)
  const [tab, choose] = useTab(personTabs)
  if (!person.patientId) {
    return (
      <>
        <Head person={person} clinic={clinic} />
        <div className="mt-6">
          <Contact person={person} clinic={clinic} />
        </div>
      </>
    )
  }
  const patient = { patientId: person.patientId, clinic }
  const given = { person, clinic }
  return (
    <Tabs value={tab} onValueChange={choose}>
      <Head
        person={person}
        clinic={clinic}
        isShown={isShown}
        facts={
          <>
            <PersonFacts {...patient} />
            <li>
              <NextVisit {...patient} path={withClinic(personTab(id, 'visits'))} />
            </li>
            <Unread {...given} />
            <HealthAlert {...patient} />
          </>
        }
        tabs={
          <TabsList aria-label={texts.tabs.label}>
            {personTabs.map((name) => (
              <TabsTrigger key={name} value={name}>
                {texts.tabs[name]}
              </TabsTrigger>
            ))}
          </TabsList>
        }
      />
      {!isShown && <PersonSkeleton />}
      <div hidden={!isShown}>
        <KeptTab value="overview" isOpen={tab === 'overview'}>
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <div className="space-y-5">
              <OpenVisits {...patient} />
              <Messages {...given} />
              <Tasks {...given} />
            </div>
            <div className="space-y-5">
              <Contact {...given} />
              <Guardians {...given} tab="overview" />
              {may('lessons:read') && <OpenLessons {...patient} path={withClinic(personTab(id, 'care'))} />}
              <Notes {...given} />
            </div>
          </div>
        </KeptTab>
        <KeptTab value="visits" isOpen={tab === 'visits'}>
          <div className="space-y-5">
            <OpenVisits {...patient} />
            <PersonWaitlist {...patient} name={person.name} isFormer={person.endedAt !== null} />
            <ClosedVisits {...patient} />
          </div>
        </KeptTab>
        <KeptTab value="care" isOpen={tab === 'care'}>
          <div className="space-y-5">
            <PersonHealth {...patient} hasAccount={person.userId !== null} />
            <PersonForms {...patient} name={person.name} />
            <CarePlan {...given} />
            <Lessons {...given} />
          </div>
        </KeptTab>
        <KeptTab value="money" isOpen={tab === 'money'}>
          <div className="space-y-5">
            <OverduePayments {...given} />
            <PlansAndPayments {...given} />
            <Credit {...given} />
            <ValueReceipts {...given} />
          </div>
        </KeptTab>
        <KeptTab value="record" isOpen={tab === 'record'}>
          <div className="space-y-5">
            <Guardians {...given} tab="record" />
            <Files {...given} />
            <Merges {...given} />
            <Account {...given} />
            <RecordFile {...given} />
            <Retention {...given} />
            <Looks {...given} />
          </div>
        </KeptTab>
      </div>
    </Tabs>
  )
}

function Head({
  person,
  clinic,
  ...parts
}: SectionProps & Pick<React.ComponentProps<typeof PersonHeading>, 'facts' | 'tabs' | 'isShown'>) {
  const { id = '' } = useParams()
  const { user } = useSession()
  const may = useCan()
  const { membershipId, endedAt, patientId, name } = person
  const isYou = person.userId !== null && person.userId === user?.id
  return (
    <PersonHeading
      person={person}
      clinic={clinic}
      {...parts}
      moneyTabAddress={withClinic(personTab(id, 'money'))}
      actions={
        <>
          {patientId && !endedAt && <ScheduleVisit patientId={patientId} name={name} />}
          {patientId && readsMessages(person) && may('messages:write') && (
            <Button asChild variant="outline" className="max-sm:hidden">
              <Link to={withClinic(messagesPath(patientId))}>{texts.message}</Link>
            </Button>
          )}
          {membershipId && !endedAt && (
            <MemberMenu member={{ ...person, id: membershipId }} isYou={isYou} clinic={clinic} />
          )}
        </>
      }
    />
  )
}

function Unread({ person: { patientId }, clinic }: SectionProps) {
  const may = useCan()
  if (!patientId || !may('messages:read')) return null
  return (
    <li className="empty:hidden">
      <UnreadMessages patientId={patientId} clinic={clinic} />
    </li>
  )
}

function Contact({ person, clinic }: SectionProps) {
  const { patientId } = person
  return (
    <PersonContact person={person}>
      {patientId && <PersonDetails patientId={patientId} clinic={clinic} />}
    </PersonContact>
  )
}

function Guardians({
  person: { patientId, name },
  clinic,
  tab,
}: SectionProps & { tab: 'overview' | 'record' }) {
  const may = useCan()
  const details = useQuery({
    ...patientDetailsQuery(clinic.subdomain, patientId ?? ''),
    enabled: patientId !== null,
  })
  if (!patientId || details.isPending || !may('patients:read')) return null
  const today = dateIn(serverNow(), clinic.time_zone)
  if (guardianTab(details.data?.date_of_birth ?? null, today) !== tab) return null
  return <PersonGuardians patientId={patientId} name={name} clinic={clinic} />
}

function Messages({ person, clinic }: SectionProps) {
  const { patientId, name } = person
  const may = useCan()
  if (!patientId || !may('messages:read')) return null
  const canRead = readsMessages(person) && may('messages:write')
  return <PersonMessages patientId={patientId} name={name} canRead={canRead} clinic={clinic} />
}

function Tasks({ person: { patientId, name }, clinic }: SectionProps) {
  return patientId && <PersonTasks clinic={clinic} patient={{ id: patientId, name }} />
}

function CarePlan({ person, clinic }: SectionProps) {
  const { id = '' } = useParams()
  const may = useCan()
  const { patientId, name, userId } = person
  if (!patientId || !may('care-plans:read')) return null
  return (
    <PersonCarePlan
      patientId={patientId}
      name={name}
      hasAccount={userId !== null}
      clinic={clinic}
      editPath={carePlanPath(id)}
    />
  )
}

function Lessons({ person: { patientId, name }, clinic }: SectionProps) {
  const may = useCan()
  return (
    patientId && may('lessons:read') && <PersonLessons patientId={patientId} name={name} clinic={clinic} />
  )
}

function Notes({ person: { patientId, name }, clinic }: SectionProps) {
  return patientId && <PersonNotes patientId={patientId} name={name} clinic={clinic} />
}

function Files({ person: { patientId, name }, clinic }: SectionProps) {
  return patientId && <PersonFiles patientId={patientId} name={name} clinic={clinic} />
}

function Merges({ person: { patientId, name }, clinic }: SectionProps) {
  const { id = '' } = useParams()
  const may = useCan()
  return (
    patientId &&
    may('patients:merge') && (
      <PersonMerges patientId={patientId} name={name} clinic={clinic} mergePath={mergePath(id)} />
    )
  )
}

function Account({ person: { patientId, userId, membershipId, endedAt, name }, clinic }: SectionProps) {
  const { id = '' } = useParams()
  const may = useCan()
  const isConnectable = patientId !== null && userId !== null && membershipId !== null && endedAt === null
  return (
    isConnectable &&
    may('records:connect') && (
      <PersonAccount patientId={patientId} name={name} clinic={clinic} mergePath={mergePath(id)} />
    )
  )
}

function RecordFile({ person: { patientId, name } }: SectionProps) {
  const may = useCan()
  return patientId && may('records:export') && <DownloadPersonRecord patientId={patientId} name={name} />
}

function Retention({ person: { patientId, name, endedAt }, clinic }: SectionProps) {
  const may = useCan()
  return (
    patientId &&
    may('members:update') && (
      <PersonRetention patientId={patientId} name={name} endedAt={endedAt} clinic={clinic} />
    )
  )
}

function Looks({ person: { patientId }, clinic }: SectionProps) {
  const may = useCan()
  return patientId && may('audit:read') && <PersonLooks patientId={patientId} clinic={clinic} />
}
