import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type PersonView, readsMessages } from '#domain/memberships/person.ts'
import { carePlanPath, mergePath, paths } from '#domain/paths.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { PersonAccount } from '#web/features/account-offers/person-account.tsx'
import { PersonVisits } from '#web/features/appointments/booking/person-visits.tsx'
import { PersonLessons } from '#web/features/assignments/person-lessons.tsx'
import { PersonCarePlan } from '#web/features/care-plans/person-care-plan.tsx'
import { PersonFiles } from '#web/features/files/person-files.tsx'
import { PersonGuardians } from '#web/features/guardians/person-guardians.tsx'
import { InvoiceTable } from '#web/features/invoices/clinic-invoices.tsx'
import { PaidYears } from '#web/features/invoices/paid-years.tsx'
import { MemberMenu } from '#web/features/memberships/member-menu.tsx'
import { PersonContact } from '#web/features/memberships/person-contact.tsx'
import { PersonCover } from '#web/features/memberships/person-cover.tsx'
import { PersonHeading } from '#web/features/memberships/person-heading.tsx'
import { PersonLooks } from '#web/features/memberships/person-looks.tsx'
import { PersonPlans } from '#web/features/memberships/person-plans.tsx'
import { personQuery } from '#web/features/memberships/person-queries.ts'
import { PersonMessages } from '#web/features/messages/person-messages.tsx'
import { PersonMerges } from '#web/features/patient-merges/person-merges.tsx'
import { PersonNotes } from '#web/features/person-notes/person-notes.tsx'
import { PersonDetails } from '#web/features/profiles/person-details.tsx'
import { PersonHealth } from '#web/features/profiles/person-health.tsx'
import { DownloadPersonRecord } from '#web/features/record-export/download-record.tsx'
import { PersonRetention } from '#web/features/retention/person-retention.tsx'
import { rememberPerson } from '#web/features/shell/recent-people.ts'
import { ClinicPlanChanges } from '#web/features/subscriptions/clinic-plan-changes.tsx'
import { PersonTasks } from '#web/features/tasks/tasks-card.tsx'
import { PersonValueReceipts } from '#web/features/value-receipts/person-value-receipts.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = membershipTexts.person

/** `patientId` is null for the team. */
interface SectionProps {
  person: PersonView
  clinic: Clinic
}

/** Sections of a person's page, ordered for the reception. */
const sections: readonly ((props: SectionProps) => React.ReactNode)[] = [
  Contact,
  Guardians,
  Visits,
  Messages,
  Health,
  Tasks,
  CarePlan,
  Lessons,
  Notes,
  Files,
  PlansAndPayments,
  ValueReceipts,
  Merges,
  Account,
  RecordFile,
  Retention,
  Looks,
]

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
        <Loading>
          <Skeleton className="h-14 w-80 max-w-full" />
          <Skeleton className="mt-8 h-32 rounded-card" />
          <Skeleton className="mt-6 h-64 rounded-card" />
        </Loading>
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
  const { user } = useSession()
  const { membershipId, endedAt } = person
  const isYou = person.userId !== null && person.userId === user?.id
  return (
    <>
      <PersonHeading
        person={person}
        site={clinic.name}
        timeZone={clinic.time_zone}
        actions={
          membershipId &&
          !endedAt && <MemberMenu member={{ ...person, id: membershipId }} isYou={isYou} clinic={clinic} />
        }
      />
      <div className="mt-8 space-y-6">
        {sections.map((Section, index) => (
          // the list never changes
          <Section key={String(index)} person={person} clinic={clinic} />
        ))}
      </div>
    </>
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

function Guardians({ person: { patientId, name }, clinic }: SectionProps) {
  const may = useCan()
  return (
    patientId && may('patients:read') && <PersonGuardians patientId={patientId} name={name} clinic={clinic} />
  )
}

function Messages({ person, clinic }: SectionProps) {
  const { patientId, name } = person
  const may = useCan()
  if (!patientId || !may('messages:read')) return null
  const canRead = readsMessages(person) && may('messages:write')
  return <PersonMessages patientId={patientId} name={name} canRead={canRead} clinic={clinic} />
}

function Visits({ person: { patientId, name }, clinic }: SectionProps) {
  return patientId && <PersonVisits patientId={patientId} name={name} clinic={clinic} />
}

function Health({ person: { patientId }, clinic }: SectionProps) {
  return patientId && <PersonHealth patientId={patientId} clinic={clinic} />
}

function Tasks({ person: { patientId, name }, clinic }: SectionProps) {
  return patientId && <PersonTasks clinic={clinic} patient={{ id: patientId, name }} />
}

function CarePlan({ person, clinic }: SectionProps) {
  const { id = '' } = useParams()
  const may = useCan()
  const { patientId, name } = person
  if (!patientId || !may('care-plans:read')) return null
  return <PersonCarePlan patientId={patientId} name={name} clinic={clinic} editPath={carePlanPath(id)} />
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

function ValueReceipts({ person: { patientId, name }, clinic }: SectionProps) {
  const may = useCan()
  return (
    patientId &&
    may('money:read') && <PersonValueReceipts patientId={patientId} name={name} clinic={clinic} />
  )
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

function PlansAndPayments({ person, clinic }: SectionProps) {
  const may = useCan()
  if (!person.patientId) return null
  return (
    <PersonPlans
      person={person}
      timeZone={clinic.time_zone}
      changes={({ subscriptionId, name }) =>
        may('subscriptions:cancel') && (
          <ClinicPlanChanges subscriptionId={subscriptionId} planName={name} clinic={clinic} />
        )
      }
    >
      <PersonCover slug={clinic.subdomain} patientId={person.patientId} />
      {may('money:read') && (
        <div className="mt-5">
          <h3 className="mb-3 text-form font-semibold">{invoiceTexts.list.ofPatient}</h3>
          <PaidYears clinic={clinic} patientId={person.patientId} />
          <InvoiceTable clinic={clinic} patientId={person.patientId} />
        </div>
      )}
    </PersonPlans>
  )
}
