/** The router, made of the registry: sign-in and its like outside, everything else behind the gate, projects in the shell. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { InvitationPage } from './gate/invitation-page.js'
import { SetUpPage } from './gate/set-up-page.js'
import { SignedIn } from './gate/signed-in.js'
import { SignInPage } from './gate/sign-in-page.js'
import { FirstProject } from './gate/first-project.js'
import type { PageDefinition } from './registry/page-definition.js'
import { PAGES } from './registry/pages.js'
import { NothingHere, PageCrashed } from './shell/nothing-here.js'
import { Shell } from './shell/shell.js'

const root = createRootRoute({ component: Outlet, notFoundComponent: NothingHere })
const page = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell })
const project = createRoute({ getParentRoute: () => shell, path: 'p/$project', component: Outlet })

const routeOf = (parent: AnyRoute, { path, load }: PageDefinition) =>
  createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load) })
const pagesOf = (parent: AnyRoute, scope: PageDefinition['scope']): AnyRoute[] =>
  PAGES.filter((each) => each.scope === scope).map((each) => routeOf(parent, each))

const tree = root.addChildren([
  page('sign-in', SignInPage),
  page('set-up', SetUpPage),
  page('invitation', InvitationPage),
  signedIn.addChildren([
    createRoute({ getParentRoute: () => signedIn, path: '/', component: FirstProject }),
    shell.addChildren([
      project.addChildren([
        createRoute({ getParentRoute: () => project, path: '/', component: FirstProject }),
        ...pagesOf(project, 'project'),
      ]),
      ...pagesOf(shell, 'organization'),
    ]),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/app',
  defaultNotFoundComponent: NothingHere,
  defaultErrorComponent: PageCrashed,
  scrollRestoration: true,
  // Flat text in the address, as people and other programs write it.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const set = Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    )
    return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
  },
})
