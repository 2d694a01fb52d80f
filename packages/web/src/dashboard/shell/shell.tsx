/** Around every page: rail, bar, banners. Pages outside a project keep the rail of the project looked at last. */
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useProjectOrNone } from '../parts/project.js'
import { Icon } from './icon.js'
import { Banners } from './banners.js'
import { CommandPalette } from './command-palette.js'
import { rememberProject } from './last-project.js'
import { LiveDot } from './live-dot.js'
import { Rail } from './rail.js'
import { RailDrawer } from './rail-drawer.js'
import { AccountMenu, EnvironmentSelect, ProjectSwitcher } from './switchers.js'
import { usePaletteKeys } from './palette-keys.js'

export function Shell() {
  const project = useProjectOrNone()
  const [palette, setPalette] = useState(false)
  const [drawer, setDrawer] = useState(false)
  usePaletteKeys(() => {
    setPalette(true)
  })
  useEffect(() => {
    if (project !== null) rememberProject(project)
  }, [project])
  return (
    <div className="shell">
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        Skip to the page
      </a>
      <aside className="shell-rail" aria-label="Heron">
        <Rail />
      </aside>
      <div className="shell-main">
        <header className="bar">
          <button
            type="button"
            className="bar-menu"
            aria-label="Open the menu"
            onClick={() => {
              setDrawer(true)
            }}
          >
            <Icon name="menu" />
          </button>
          <ProjectSwitcher />
          {project === null ? null : <EnvironmentSelect />}
          <button
            type="button"
            className="bar-search"
            onClick={() => {
              setPalette(true)
            }}
          >
            <Icon name="search" />
            <span>Search or go to …</span>
            <kbd aria-hidden="true">/</kbd>
          </button>
          {project === null ? null : <LiveDot key={project} />}
          <AccountMenu />
        </header>
        {project === null ? null : <Banners key={project} />}
        <main id="content" tabIndex={-1} className="content">
          <Outlet />
        </main>
      </div>
      {palette ? (
        <CommandPalette
          onClose={() => {
            setPalette(false)
          }}
        />
      ) : null}
      {drawer ? (
        <RailDrawer
          onClose={() => {
            setDrawer(false)
          }}
        />
      ) : null}
    </div>
  )
}
