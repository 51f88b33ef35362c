import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { carePlanTemplates } from '#domain/care-plans/templates.ts'
import { carePlanTemplatePath, paths, withQuery } from '#domain/paths.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { DeleteTemplate } from '#web/features/care-plans/delete-template.tsx'
import { ownTemplatesQuery } from '#web/features/care-plans/queries.ts'
import { TemplateCard } from '#web/features/care-plans/template-card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = carePlanTexts.templates

export default function CarePlanTemplates() {
  const clinic = useClinic()
  const may = useCan()
  const own = useQuery(ownTemplatesQuery(clinic.subdomain))
  const mayWrite = may('care-plans:write')
  const create = mayWrite && (
    <Button asChild>
      <Link to={withClinic(paths.carePlanNewTemplate)}>
        <Plus aria-hidden />
        {texts.new}
      </Link>
    </Button>
  )
  return (
    <>
      <BackLink to={withClinic(paths.members)}>{texts.back}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} actions={create} />
      <div className="mt-8 space-y-10">
        <section aria-labelledby="own-templates">
          <h2 id="own-templates" className="font-display text-h3 font-medium">
            {texts.own}
          </h2>
          <div className="mt-4">
            {own.isPending ? (
              <Loading>
                <Skeleton className="h-24 rounded-card" />
              </Loading>
            ) : !own.data ? (
              <ErrorState title={texts.failed} onRetry={() => void own.refetch()} />
            ) : own.data.length === 0 ? (
              <EmptyState icon={LayoutTemplate} title={texts.empty}>
                {mayWrite ? texts.emptyLead : texts.emptyReadOnly}
              </EmptyState>
            ) : (
              <ul className="space-y-4">
                {own.data.map((template) => (
                  <TemplateCard
                    key={template.id}
                    title={template.title}
                    description={template.description}
                    parts={template.plan}
                  >
                    {mayWrite && (
                      <>
                        <Button asChild variant="outline" size="small">
                          <Link
                            to={withClinic(carePlanTemplatePath(template.id))}
                            aria-label={texts.editOf(template.title)}
                          >
                            {texts.edit}
                          </Link>
                        </Button>
                        <DeleteTemplate clinic={clinic} template={template} />
                      </>
                    )}
                  </TemplateCard>
                ))}
              </ul>
            )}
          </div>
        </section>
        <section aria-labelledby="carefold-templates">
          <h2 id="carefold-templates" className="font-display text-h3 font-medium">
            {texts.carefold}
          </h2>
          <p className="mt-1 text-muted">{texts.carefoldLead}</p>
          <ul className="mt-4 space-y-4">
            {carePlanTemplates.map((template) => (
              <TemplateCard
                key={template.key}
                title={template.title}
                description={template.description}
                parts={template}
              >
                {mayWrite && (
                  <Button asChild variant="outline" size="small">
                    <Link
                      to={withClinic(withQuery(paths.carePlanNewTemplate, { from: template.key }))}
                      aria-label={texts.copyOf(template.title)}
                    >
                      {texts.copy}
                    </Link>
                  </Button>
                )}
              </TemplateCard>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
