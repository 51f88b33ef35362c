import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { dateIn } from '#domain/values/zones.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { KeptTab } from '#web/components/page/stored-tab.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { CalendarNames } from '#web/features/appointments/calendar/calendar-names.tsx'
import { ExceptionSettings } from '#web/features/appointments/scheduling/exception-settings.tsx'
import { PlaceSettings } from '#web/features/appointments/scheduling/place-settings.tsx'
import { ProviderSettings } from '#web/features/appointments/scheduling/provider-settings.tsx'
import { RoomSettings } from '#web/features/appointments/scheduling/room-settings.tsx'
import { SchedulingPreview } from '#web/features/appointments/scheduling/scheduling-preview.tsx'
import { TypeSettings } from '#web/features/appointments/scheduling/type-settings.tsx'
import { OpeningHoursField } from '#web/features/clinics/opening-hours-field.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useTab } from '#web/lib/hooks/use-tab.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = schedulingPageTexts
const tabTexts = settingsTexts.scheduling.tabs
const tabs = ['providers', 'visits', 'places', 'days'] as const

export default function SchedulingSettings() {
  const clinic = useClinic()
  const today = dateIn(serverNow(), clinic.time_zone)
  const [tab, choose] = useTab(tabs)
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <Tabs value={tab} onValueChange={choose} className="mt-6">
        <TabsList aria-label={texts.title}>
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {tabTexts[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="providers" className="space-y-6">
          <ProviderSettings clinic={clinic} today={today} HoursField={OpeningHoursField} />
          <CalendarNames slug={clinic.subdomain} />
          <SchedulingPreview slug={clinic.subdomain} today={today} />
        </TabsContent>
        <TabsContent value="visits">
          <TypeSettings clinic={clinic} />
        </TabsContent>
        <KeptTab value="places" isOpen={tab === 'places'}>
          <div className="space-y-6">
            <PlaceSettings slug={clinic.subdomain} />
            <RoomSettings slug={clinic.subdomain} />
          </div>
        </KeptTab>
        <KeptTab value="days" isOpen={tab === 'days'}>
          <ExceptionSettings slug={clinic.subdomain} today={today} />
        </KeptTab>
      </Tabs>
    </UnsavedGuard>
  )
}
