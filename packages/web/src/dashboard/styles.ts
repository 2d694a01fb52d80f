/** Every style of the dashboard, in the order in which they build on each other. */
import '../design/tokens.css'
import '../design/base.css'
import '../design/components.css'
import '../design/record.css'
import '../design/forms.css'
import '../design/overlays.css'
import './dashboard.css'
