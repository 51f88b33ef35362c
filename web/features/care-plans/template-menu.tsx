import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { Link } from 'react-router'
import { type CarePlanParts, partsOf } from '#domain/care-plans/care-plans.ts'
import { carePlanTemplates } from '#domain/care-plans/templates.ts'
import { paths } from '#domain/paths.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownTemplatesQuery } from './queries.ts'

const texts = carePlanTexts.templates

export function TemplateMenu({
  clinic,
  onChoose,
}: {
  clinic: Clinic
  onChoose(title: string, parts: CarePlanParts): void
}) {
  const own = useQuery(ownTemplatesQuery(clinic.subdomain))
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <LayoutTemplate aria-hidden />
          {carePlanTexts.editor.fromTemplate}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-[calc(100vw-2rem)]">
        {own.data && own.data.length > 0 && (
          <>
            <DropdownMenuLabel>{texts.ofClinic}</DropdownMenuLabel>
            {own.data.map(({ id, title, description, plan }) => (
              <DropdownMenuItem key={id} onSelect={() => onChoose(title, partsOf(plan, clinic.currency))}>
                <Described title={title} description={description} />
              </DropdownMenuItem>
            ))}
            <DropdownMenuLabel>{texts.ofCarefold}</DropdownMenuLabel>
          </>
        )}
        {carePlanTemplates.map(({ key, title, description, ...parts }) => (
          <DropdownMenuItem key={key} onSelect={() => onChoose(title, parts)}>
            <Described title={title} description={description} />
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to={withClinic(paths.carePlanTemplates)}>{texts.manage}</Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Described({ title, description }: { title: string; description: string }) {
  return (
    <span className="min-w-0 whitespace-normal">
      <span className="block font-semibold break-words">{title}</span>
      {description && <span className="block text-note break-words text-muted">{description}</span>}
    </span>
  )
}
