import { partIds } from '#domain/mailed-links.ts'
import { paths, wardFormPath } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { OwnAppointments } from '#web/features/appointments/booking/own-appointments.tsx'
import { WardCarePlan } from '#web/features/care-plans/ward-care-plan.tsx'
import { SharedFiles } from '#web/features/files/shared-files.tsx'
import { OwnForms } from '#web/features/forms/own-forms.tsx'
import { LevelBadge, NextStep } from '#web/features/guardians/access-text.tsx'
import { WardBanner } from '#web/features/guardians/ward-banner.tsx'
import { WardLessons } from '#web/features/guardians/ward-lessons.tsx'
import { WardMessages } from '#web/features/guardians/ward-messages.tsx'
import { PersonDetails } from '#web/features/profiles/person-details.tsx'
import { PersonHealth } from '#web/features/profiles/person-health.tsx'
import { DownloadWardRecord } from '#web/features/record-export/download-record.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type OpenWard, WardGate } from './ward-gate.tsx'

const texts = guardianTexts.ward

export default function Ward() {
  return <WardGate>{(open) => <Shown {...open} />}</WardGate>
}

function Shown({ ward, patientId, clinic }: OpenWard) {
  const { name, level, next } = ward
  const isFull = level === 'full'
  return (
    <>
      <WardBanner name={name} backTo={withClinic(paths.family)} />
      <PageHeading
        title={texts.title(name)}
        site={clinic.name}
        lead={
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <LevelBadge level={level} />
              <NextStep next={next} />
            </span>
            <span className="mt-2 block">{level && guardianTexts.ownMeaning[level]}</span>
            <span className="mt-1 block text-form">{texts.recorded(name)}</span>
          </>
        }
      />
      <div className="mt-8 space-y-6">
        <section aria-label={texts.visits}>
          <h2 className="mb-4 font-display text-h3 font-medium">{texts.visits}</h2>
          <OwnAppointments clinic={clinic} withWaitlist={false} />
        </section>
        {isFull && (
          <>
            <WardMessages clinic={clinic} patientId={patientId} />
            <WardCarePlan clinic={clinic} />
            <OwnForms
              clinic={clinic}
              id={partIds.forms}
              title={formTexts.own.title}
              pathOf={(requestId) => wardFormPath(ward.id, requestId)}
            />
            <WardLessons slug={clinic.subdomain} guardianshipId={ward.id} />
            <SharedFiles clinic={clinic} />
            <SectionCard title={texts.contact}>
              <dl className="grid gap-x-6 gap-y-3 text-form sm:grid-cols-2">
                <PersonDetails patientId={patientId} clinic={clinic} />
              </dl>
            </SectionCard>
            <PersonHealth patientId={patientId} clinic={clinic} />
            <DownloadWardRecord name={name} />
          </>
        )}
      </div>
    </>
  )
}
