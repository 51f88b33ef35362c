import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

/** The URL names an id that this clinic does not have. @param path target of the `back` link */
export function NotFoundHere({
  title,
  text,
  back,
  path,
}: {
  title: string
  text: string
  back: string
  path: string
}) {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={title} site={clinic.name} className="sr-only" />
      <EmptyState
        icon={SearchX}
        title={title}
        action={
          <Button asChild variant="outline">
            <Link to={withClinic(path)}>{back}</Link>
          </Button>
        }
      >
        {text}
      </EmptyState>
    </>
  )
}
