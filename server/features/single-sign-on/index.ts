import { feature } from '#server/clinic/feature.ts'
import { addSsoProvider } from './add-sso-provider.ts'
import { checkSsoDomain } from './check-sso-domain.ts'
import { recheckDomains } from './recheck-domains.ts'
import { removeSsoProvider } from './remove-sso-provider.ts'
import { signInOrganizations } from './sign-in-organizations.ts'
import { ssoSettings } from './sso-settings.ts'
import { switchSsoProvider } from './switch-sso-provider.ts'

export const singleSignOnFeature = feature({
  actions: [
    ssoSettings,
    addSsoProvider,
    switchSsoProvider,
    removeSsoProvider,
    checkSsoDomain,
    signInOrganizations,
  ],
  jobs: [recheckDomains],
})
