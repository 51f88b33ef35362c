import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { openFormsQuery } from './open-forms-query.ts'

/** A row for the forms to fill in; nothing without any. */
export function FormsForYou({ clinic }: { clinic: Clinic }) {
  const { data: open, isPending } = useQuery(openFormsQuery(clinic.subdomain))
  if (isPending) return <Waiting />
  if (!open) return null
  return (
    <LinkRow to={withClinic(paths.homeForms)} icon={ClipboardList}>
      {portalTexts.home.forms(open)}
    </LinkRow>
  )
}
