/** Types of the operator API. Written by `npm run spec` from the service’s own routes: change those instead. */
export type paths = {
    "/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password; every other session ends */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session of this browser; null without one */
        get: operations["readSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with e-mail address and password */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/oauth2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in with the identity provider */
        post: operations["signInElsewhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do without a second factor */
        post: operations["disableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to set up a second factor; in force once a code was verified */
        post: operations["enableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/generate-backup-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New back-up codes; the old ones end */
        post: operations["renewBackupCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/get-totp-uri": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The second factor’s address for an authenticator, once more */
        post: operations["readTotpUri"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-backup-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finish a sign-in with a back-up code */
        post: operations["verifyBackupCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finish a sign-in, or a set-up, with a code */
        post: operations["verifyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations that are open */
        get: operations["listInvitations"];
        put?: never;
        /** Invite somebody: a link for a week, which you give to them */
        post: operations["issueInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an invitation back */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation, and be signed in */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an invitation is to */
        get: operations["readInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and what is theirs to see */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where you are signed in */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /** End all your sessions but this one */
        delete: operations["endMyOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The people of the organization */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove somebody: their sessions end, what they did stays */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Change what somebody may do; only an owner makes or unmakes an owner */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/organization/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who made whom what, signed; the newest first */
        get: operations["listOrganizationLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization’s projects */
        get: operations["listProjects"];
        put?: never;
        /** Another project, with an API key and an evidence page */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls, the newest first */
        get: operations["listOperatorActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/actions/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A call with its signed documents, and what only operators see of it */
        get: operations["readOperatorAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys: of the keys themselves only the beginning is kept */
        get: operations["listApiKeys"];
        put?: never;
        /** Mint an API key; it is in this answer and nowhere else */
        post: operations["mintApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/api-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key, at once and everywhere */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the calls that wait for a person, or those that did, the newest first */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/approvals/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or decline: signed, and used once by the next call that repeats it */
        post: operations["answerApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/break-glass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare break-glass, for at most 24 hours */
        post: operations["declareBreakGlass"];
        /** End break-glass before its time */
        delete: operations["endBreakGlass"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow what changes in a project (server-sent events) */
        get: operations["followProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/events/ocsf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what happened as OCSF events, from a cursor on */
        get: operations["readProjectEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What lists can be filtered by: 200 of each at most */
        get: operations["readFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/findings/{finding}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A finding with what became of it */
        get: operations["readFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/findings/{finding}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve or reopen a finding; the entry is signed, and nothing is removed from the evidence page */
        post: operations["reviewFinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/getting-started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The first steps, and which of them the service has seen happen */
        get: operations["readGettingStarted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/heron-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys that Heron signs or signed with, newest first */
        get: operations["listHeronKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Findings by kind, with their distributions and their trend */
        get: operations["listIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/issues/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An issue with what it means and its findings, the newest first */
        get: operations["readIssue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/issues/{kind}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve or reopen an issue: one signed entry for each of its findings, one reason */
        post: operations["reviewIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/link-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who asked for a link on the public overview; each expires */
        get: operations["listLinkRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/link-requests/{request}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete what somebody who asked for a link said about themselves */
        delete: operations["deleteLinkRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator log, the newest entry first, with names for people of the organization */
        get: operations["listOperatorLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/log/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator log recomputed now */
        get: operations["verifyOperatorLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of a range, by hour or by day, and what is open now */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the policy: managed rules on and off, own rules */
        get: operations["readProjectPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the bundles that ever were in force */
        get: operations["listBundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what keeps a value from being an own rule, and where */
        post: operations["checkRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Judge recorded calls again under a changed policy */
        post: operations["tryPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Add a rule of the project’s own, `own.…`, or change it */
        put: operations["putRule"];
        post?: never;
        /** Remove a rule of the project’s own */
        delete: operations["removeRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/rules/{rule}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn a managed rule off: published with the reason */
        post: operations["disableRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/policy/rules/{rule}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn a managed rule on: published with the reason */
        post: operations["enableRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The findings report: every kind in plain words, for operators */
        get: operations["readFindingsReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/reviewer-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the links to the evidence page: of the tokens nothing is left to show */
        get: operations["listReviewerLinks"];
        put?: never;
        /** Issue a link for one reviewer; it is in this answer and nowhere else */
        post: operations["issueReviewerLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/reviewer-links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one link, at once; the others go on */
        delete: operations["revokeReviewerLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sessions, the newest first */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A session with its family */
        get: operations["readOperatorSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/sessions/{session}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The calls of a session, in the order of its chain */
        get: operations["listOperatorSessionCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings and their revision */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings: one signed entry each, all or none */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/projects/{project}/shadow-window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare a shadow window, for at most 720 hours */
        post: operations["declareShadowWindow"];
        /** End a shadow window before its time */
        delete: operations["endShadowWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snapshots that reviewers took, newest first */
        get: operations["listProjectSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tools that were called: described, listed without facts, or never mentioned */
        get: operations["readToolCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/tools/catalogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every catalogue that arrived, the newest first */
        get: operations["listToolCatalogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/tools/catalogs/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A catalogue */
        get: operations["readToolCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/tools/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A catalogue to start from, unsigned: what the lexicon cannot derive is left to be said */
        get: operations["draftToolCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/vendor-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the vendor’s public keys */
        get: operations["listVendorKeys"];
        put?: never;
        /** Import public keys: by hand, from a key set, or from an address that is read once */
        post: operations["importVendorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/vendor-keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a vendor key that verified nothing */
        delete: operations["deleteVendorKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/vendor-keys/{kid}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a vendor key: what it signed before stays verified */
        post: operations["revokeVendorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /** Add a webhook; its secret is in this answer and nowhere else */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a webhook and what waits for it */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /** Change where a webhook goes, what it is told, and whether it is told anything */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/projects/{project}/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was sent to a webhook, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/webhooks/{webhook}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again from the beginning, under the same id */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/webhooks/{webhook}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret; the old one signs beside it for 24 hours */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project}/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event that tells of nothing */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether this Heron has no organization yet */
        get: operations["readSetUp"];
        put?: never;
        /** Make the first organization, its owner and a project */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How people sign in here */
        get: operations["readSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /** @description A problem (RFC 9457). */
        Problem: {
            /** @enum {string} */
            code: "invalid_json" | "invalid_request" | "personal_reference" | "personal_tool_name" | "malformed_digest" | "incomplete_approval" | "incomplete_inference" | "invalid_grant_scope" | "grant_document_mismatch" | "ambiguous_catalog" | "duplicate_tool_name" | "unauthorized" | "sign_in_refused" | "not_signed_in" | "forbidden" | "not_found" | "unknown_session" | "method_not_allowed" | "seq_conflict" | "idempotency_conflict" | "session_closed" | "changed_meanwhile" | "set_up_already" | "in_use" | "body_too_large" | "unsupported_media_type" | "export_too_large" | "snapshot_too_large" | "rate_limited" | "internal" | "page_not_built" | "unavailable";
            /** @description What was wrong and what to do. */
            detail: string;
            /** @description JSON pointer (RFC 6901) to the member of the body. */
            pointer?: string;
            status: number;
            title: string;
            /** @description Where the code is explained. */
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one until now. */
                    currentPassword: string;
                    /** @description 12 to 256 characters; any will do. */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The session is in the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Who it is. */
                        user?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    readSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address. */
                    email: string;
                    /** @description The password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The session is in the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        twoFactorMethods?: string[];
                        /** @description Nobody is signed in yet: a code comes next. */
                        twoFactorRedirect?: boolean;
                        /** @description Who it is. */
                        user?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    signInElsewhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Where to go on. */
                        url: string;
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    disableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the person who is signed in. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
        };
    };
    enableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the person who is signed in. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each works once. Shown this once. */
                        backupCodes: string[];
                        /** @description For the authenticator. Secret. */
                        totpURI: string;
                    };
                };
            };
        };
    };
    renewBackupCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the person who is signed in. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        backupCodes: string[];
                    };
                };
            };
        };
    };
    readTotpUri: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the person who is signed in. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Secret. */
                        totpURI: string;
                    };
                };
            };
        };
    };
    verifyBackupCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the authenticator shows it, or a back-up code. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The session is in the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Who it is. */
                        user?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    verifyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the authenticator shows it, or a back-up code. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The session is in the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Who it is. */
                        user?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            created_at: string;
                            email: string;
                            expires_at: string;
                            id: string;
                            /** @description By name. */
                            invited_by: string | null;
                            /**
                             * @description From the one that may least.
                             * @enum {string}
                             */
                            role: "viewer" | "operator" | "admin" | "owner";
                        }[];
                    };
                };
            };
        };
    };
    issueInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /**
                     * @description From the one that may least.
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        expires_at: string;
                        id: string;
                        /** @description For whom it is for. Shown this once. */
                        url: string;
                    };
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How you are called. */
                    name: string;
                    /** @description Any characters will do. */
                    password: string;
                    /** @description Of the invitation. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With which you sign in from now on. */
                        email: string;
                    };
                };
            };
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        organization: string;
                        /**
                         * @description From the one that may least.
                         * @enum {string}
                         */
                        role: "viewer" | "operator" | "admin" | "owner";
                    };
                };
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: {
                            id: string;
                            name: string;
                        };
                        projects: {
                            id: string;
                            name: string;
                        }[];
                        /**
                         * @description From the one that may least.
                         * @enum {string}
                         */
                        role: "viewer" | "operator" | "admin" | "owner";
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            two_factor: boolean;
                        };
                    };
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            created_at: string;
                            /** @description The one that asked. */
                            current: boolean;
                            expires_at: string;
                            id: string;
                            /** @description Where it began. */
                            ip_address: string | null;
                            /** @description To the minute. */
                            last_used_at: string;
                            /** @description What it began in, as that called itself. */
                            user_agent: string | null;
                        }[];
                    };
                };
            };
        };
    };
    endMyOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            email: string;
                            joined_at: string;
                            /** @description When the session began that was last used first. */
                            last_signed_in_at: string | null;
                            name: string;
                            /**
                             * @description From the one that may least.
                             * @enum {string}
                             */
                            role: "viewer" | "operator" | "admin" | "owner";
                            two_factor: boolean;
                            user_id: string;
                        }[];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why: signed, so it names nobody. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why: signed, so it names nobody. */
                    reason?: string;
                    /**
                     * @description From the one that may least.
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        joined_at: string;
                        /** @description When the session began that was last used first. */
                        last_signed_in_at: string | null;
                        name: string;
                        /**
                         * @description From the one that may least.
                         * @enum {string}
                         */
                        role: "viewer" | "operator" | "admin" | "owner";
                        two_factor: boolean;
                        user_id: string;
                    };
                };
            };
        };
    };
    listOrganizationLog: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Who acted, by name. */
                            actor: string | null;
                            /** @description On whom, by name, where it is about a person. */
                            person: string | null;
                            /** @description The entry, signed. */
                            receipt: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Null at the end. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            created_at: string;
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people of the organization and reviewers. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Shown this once. */
                        api_key: string;
                        /** @description The first reviewer’s link. Shown this once. */
                        evidence: {
                            slug: string;
                            token: string;
                            url: string;
                        };
                        id: string;
                        name: string;
                    };
                };
            };
        };
    };
    listOperatorActions: {
        parameters: {
            query?: {
                /** @description Only this agent’s. */
                agent?: string;
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                /** @description Only this one. */
                environment?: "live" | "test";
                limit?: number;
                /** @description A part of a tool’s name; or a call’s id, or the name or id of a session, in full. */
                q?: string;
                /** @description Only those that this rule decided. */
                rule?: string;
                /** @description Only those of the session with this id. */
                session?: string;
                /** @description Received at this time or later. */
                since?: string;
                /** @description Only this tool. */
                tool?: string;
                /** @description Received before this time. */
                until?: string;
                /** @description Only this verdict. */
                verdict?: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            action: string;
                            agent: string;
                            effect: string;
                            environment: string;
                            outcomes: {
                                outcome: string;
                                /** Format: date-time */
                                received_at: string;
                                signature_valid: boolean;
                            }[];
                            position: number;
                            reasons: string[];
                            /** Format: date-time */
                            received_at: string;
                            rule: string | null;
                            seq: number;
                            session: string;
                            session_external_id: string;
                            tool: string;
                            verdict: string;
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readOperatorAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                action: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A call and its signed documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null when it has expired. */
                        args_redacted: unknown;
                        decision: {
                            /** @enum {string} */
                            alg: "EdDSA";
                            kid: string;
                            /** @description The decision. */
                            payload: {
                                [key: string]: unknown;
                            };
                            signature: string;
                        };
                        environment: string;
                        evaluation: {
                            /** @enum {string} */
                            alg: "EdDSA";
                            kid: string;
                            /** @description What the engine read and answered. */
                            payload: {
                                [key: string]: unknown;
                            };
                            signature: string;
                        };
                        findings: {
                            action: string | null;
                            agent: string | null;
                            catalog_hash: string | null;
                            cleared_at: string | null;
                            /** @description What it was raised from. */
                            detail: {
                                [key: string]: unknown;
                            };
                            environment: string | null;
                            finding: string;
                            kind: string;
                            published: boolean;
                            /** Format: date-time */
                            raised_at: string;
                            reviews: {
                                act: string;
                                /** Format: date-time */
                                at: string;
                                by: string | null;
                                entry_hash: string;
                                reason: string | null;
                            }[];
                            rule: string | null;
                            session: string | null;
                            severity: string;
                            /** @enum {string} */
                            state: "open" | "resolved" | "cleared";
                            tool: string | null;
                            verdict: string | null;
                        }[];
                        notes: string[];
                        prev_hash: string;
                        /** @description The chain record, exactly as hashed. */
                        record: {
                            [key: string]: unknown;
                        };
                        record_hash: string;
                        resolution: Record<string, never> | null;
                        resolved_by: string | null;
                        resolves: string | null;
                        resource_ref_redacted: string | null;
                        rule: Record<string, never> | null;
                        session: string;
                        session_external_id: string;
                        statements: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            created_at: string;
                            /**
                             * @description What its sessions belong to.
                             * @enum {string}
                             */
                            environment: "live" | "test";
                            id: string;
                            last_used_at: string | null;
                            prefix: string;
                            revoked_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    mintApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What its sessions belong to.
                     * @enum {string}
                     */
                    environment: "live" | "test";
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. Without one the entry says so. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What its sessions belong to.
                         * @enum {string}
                         */
                        environment: "live" | "test";
                        id: string;
                        prefix: string;
                        secret: string;
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
                /** @description Default `waiting`. `answered`: all the others. */
                state?: "waiting" | "answered";
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            action: string;
                            agent: string;
                            answered?: {
                                /** Format: date-time */
                                at: string;
                                by: string | null;
                                /**
                                 * @description APPROVE lifts the step-up, never a rule’s DENY; DECLINE makes it a DENY.
                                 * @enum {string}
                                 */
                                decision: "APPROVE" | "DECLINE";
                                entry_hash: string;
                                reason: string;
                                used_by_action: string | null;
                            };
                            args_hash: string;
                            /** @description As stored: redacted twice; null after the retention. */
                            args_redacted: unknown;
                            /** @description As signed. */
                            classification: {
                                [key: string]: unknown;
                            };
                            due_at: string | null;
                            /** @description Answers to the same rule on the same tool. */
                            earlier: {
                                approved: number;
                                declined: number;
                            };
                            principal: {
                                ref: string;
                                type: string;
                            };
                            reasons: string[];
                            /** Format: date-time */
                            requested_at: string;
                            rule: {
                                id: string;
                                text: string;
                                title: string;
                            } | null;
                            session: string;
                            session_external_id: string;
                            /**
                             * @description `answered`: by the vendor’s own statement.
                             * @enum {string}
                             */
                            state: "waiting" | "approved" | "declined" | "timed_out" | "answered";
                            tool: string;
                            /** @description What will happen. */
                            words: string;
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    answerApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                action: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description APPROVE lifts the step-up, never a rule’s DENY; DECLINE makes it a DENY.
                     * @enum {string}
                     */
                    decision: "APPROVE" | "DECLINE";
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description A call that waits for a person, or did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        action: string;
                        agent: string;
                        answered?: {
                            /** Format: date-time */
                            at: string;
                            by: string | null;
                            /**
                             * @description APPROVE lifts the step-up, never a rule’s DENY; DECLINE makes it a DENY.
                             * @enum {string}
                             */
                            decision: "APPROVE" | "DECLINE";
                            entry_hash: string;
                            reason: string;
                            used_by_action: string | null;
                        };
                        args_hash: string;
                        /** @description As stored: redacted twice; null after the retention. */
                        args_redacted: unknown;
                        /** @description As signed. */
                        classification: {
                            [key: string]: unknown;
                        };
                        due_at: string | null;
                        /** @description Answers to the same rule on the same tool. */
                        earlier: {
                            approved: number;
                            declined: number;
                        };
                        principal: {
                            ref: string;
                            type: string;
                        };
                        reasons: string[];
                        /** Format: date-time */
                        requested_at: string;
                        rule: {
                            id: string;
                            text: string;
                            title: string;
                        } | null;
                        session: string;
                        session_external_id: string;
                        /**
                         * @description `answered`: by the vendor’s own statement.
                         * @enum {string}
                         */
                        state: "waiting" | "approved" | "declined" | "timed_out" | "answered";
                        tool: string;
                        /** @description What will happen. */
                        words: string;
                    };
                };
            };
        };
    };
    declareBreakGlass: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                    /** @description RFC 3339. */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    endBreakGlass: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    followProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description text/event-stream: `event: change`, `data: {topics, at}`. Topics: actions, sessions, executions, findings, approvals, log, settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    readProjectEvents: {
        parameters: {
            query?: {
                /** @description The `heron-next-cursor` header of the last answer, or `unmapped.cursor` of the last line; absent for the beginning. */
                cursor?: string;
                /** @description Most lines. Default 500. */
                limit?: number;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of JSON (application/x-ndjson), each an event of OCSF 1.4: Detection Finding (2004), Entity Management (3004) or API Activity (6003). Nothing new: no line, and the same `heron-next-cursor` again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    readFacets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names, sorted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: string[];
                        rules: string[];
                        tools: string[];
                    };
                };
            };
        };
    };
    readFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                finding: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        action: string | null;
                        agent: string | null;
                        catalog_hash: string | null;
                        cleared_at: string | null;
                        /** @description What it was raised from. */
                        detail: {
                            [key: string]: unknown;
                        };
                        environment: string | null;
                        finding: string;
                        kind: string;
                        published: boolean;
                        /** Format: date-time */
                        raised_at: string;
                        reviews: {
                            act: string;
                            /** Format: date-time */
                            at: string;
                            by: string | null;
                            entry_hash: string;
                            reason: string | null;
                        }[];
                        rule: string | null;
                        session: string | null;
                        severity: string;
                        /** @enum {string} */
                        state: "open" | "resolved" | "cleared";
                        tool: string | null;
                        verdict: string | null;
                    };
                };
            };
        };
    };
    reviewFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                finding: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "resolve" | "reopen";
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        action: string | null;
                        agent: string | null;
                        catalog_hash: string | null;
                        cleared_at: string | null;
                        /** @description What it was raised from. */
                        detail: {
                            [key: string]: unknown;
                        };
                        environment: string | null;
                        finding: string;
                        kind: string;
                        published: boolean;
                        /** Format: date-time */
                        raised_at: string;
                        reviews: {
                            act: string;
                            /** Format: date-time */
                            at: string;
                            by: string | null;
                            entry_hash: string;
                            reason: string | null;
                        }[];
                        rule: string | null;
                        session: string | null;
                        severity: string;
                        /** @enum {string} */
                        state: "open" | "resolved" | "cleared";
                        tool: string | null;
                        verdict: string | null;
                    };
                };
            };
        };
    };
    readGettingStarted: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Five steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        first_action: string | null;
                        service_url: string;
                        steps: {
                            at: string | null;
                            done: boolean;
                            /** @enum {string} */
                            id: "api_key" | "vendor_key" | "session" | "decision" | "evidence";
                        }[];
                    };
                };
            };
        };
    };
    listHeronKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            created_at: string;
                            kid: string;
                            public_key: string;
                            retired_at: string | null;
                            /** @enum {string} */
                            state: "active" | "retired";
                        }[];
                    };
                };
            };
        };
    };
    listIssues: {
        parameters: {
            query?: {
                /** @description Only this one; `~` for those that have none. */
                agent?: string;
                /** @description Only this one; `~` for those that have none. */
                environment?: "live" | "test" | "~";
                /** @description Only this one; `~` for those that have none. */
                rule?: string;
                /** @description Raised on the day (UTC) of this time or later. */
                since?: string;
                /** @description Only findings in this state. */
                state?: "open" | "resolved" | "cleared";
                /** @description Only this one; `~` for those that have none. */
                tool?: string;
                /** @description Only this one; `~` for those that have none. */
                verdict?: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER" | "~";
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Open ones first, then the worst, then the newest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            count: number;
                            distributions: {
                                agent: {
                                    count: number;
                                    value: string | null;
                                }[];
                                environment: {
                                    count: number;
                                    value: string | null;
                                }[];
                                rule: {
                                    count: number;
                                    value: string | null;
                                }[];
                                tool: {
                                    count: number;
                                    value: string | null;
                                }[];
                                verdict: {
                                    count: number;
                                    value: string | null;
                                }[];
                            };
                            /** Format: date-time */
                            first_seen: string;
                            kind: string;
                            /** Format: date-time */
                            last_seen: string;
                            open: number;
                            published: boolean;
                            runs: number;
                            runs_at_least: boolean;
                            severity: string;
                            /** @enum {string} */
                            state: "open" | "resolved";
                            tools: number;
                            trend: {
                                count: number;
                                day: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    readIssue: {
        parameters: {
            query?: {
                /** @description Only this one; `~` for those that have none. */
                agent?: string;
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                /** @description Only this one; `~` for those that have none. */
                environment?: "live" | "test" | "~";
                limit?: number;
                /** @description Only this one; `~` for those that have none. */
                rule?: string;
                /** @description Raised on the day (UTC) of this time or later. */
                since?: string;
                /** @description Only findings in this state. */
                state?: "open" | "resolved" | "cleared";
                /** @description Only this one; `~` for those that have none. */
                tool?: string;
                /** @description Only this one; `~` for those that have none. */
                verdict?: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER" | "~";
            };
            header?: never;
            path: {
                kind: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        advice: {
                            benign: string;
                            means: string;
                            next: string;
                        };
                        count: number;
                        distributions: {
                            agent: {
                                count: number;
                                value: string | null;
                            }[];
                            environment: {
                                count: number;
                                value: string | null;
                            }[];
                            rule: {
                                count: number;
                                value: string | null;
                            }[];
                            tool: {
                                count: number;
                                value: string | null;
                            }[];
                            verdict: {
                                count: number;
                                value: string | null;
                            }[];
                        };
                        /** @description Findings. */
                        findings: {
                            items: {
                                action: string | null;
                                agent: string | null;
                                catalog_hash: string | null;
                                cleared_at: string | null;
                                /** @description What it was raised from. */
                                detail: {
                                    [key: string]: unknown;
                                };
                                environment: string | null;
                                finding: string;
                                kind: string;
                                published: boolean;
                                /** Format: date-time */
                                raised_at: string;
                                reviews: {
                                    act: string;
                                    /** Format: date-time */
                                    at: string;
                                    by: string | null;
                                    entry_hash: string;
                                    reason: string | null;
                                }[];
                                rule: string | null;
                                session: string | null;
                                severity: string;
                                /** @enum {string} */
                                state: "open" | "resolved" | "cleared";
                                tool: string | null;
                                verdict: string | null;
                            }[];
                            /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                            next_cursor: string | null;
                        };
                        /** Format: date-time */
                        first_seen: string;
                        kind: string;
                        /** Format: date-time */
                        last_seen: string;
                        open: number;
                        published: boolean;
                        runs: number;
                        runs_at_least: boolean;
                        severity: string;
                        /** @enum {string} */
                        state: "open" | "resolved";
                        tools: number;
                        trend: {
                            count: number;
                            day: string;
                        }[];
                    };
                };
            };
        };
    };
    reviewIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "resolve" | "reopen";
                    filter?: {
                        /** @description Only this one; `~` for those that have none. */
                        agent?: string;
                        /**
                         * @description Only this one; `~` for those that have none.
                         * @enum {string}
                         */
                        environment?: "live" | "test" | "~";
                        /** @description Only this one; `~` for those that have none. */
                        rule?: string;
                        /**
                         * Format: date-time
                         * @description Raised on the day (UTC) of this time or later.
                         */
                        since?: string;
                        /** @description Only this one; `~` for those that have none. */
                        tool?: string;
                        /**
                         * @description Only this one; `~` for those that have none.
                         * @enum {string}
                         */
                        verdict?: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER" | "~";
                    };
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description More than 2,000 at once are left for another call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        remaining: number;
                        reviewed: number;
                    };
                };
            };
        };
    };
    listLinkRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            email: string;
                            /** Format: date-time */
                            expires_at: string;
                            id: string;
                            name: string;
                            /** Format: date-time */
                            requested_at: string;
                            why: string;
                        }[];
                    };
                };
            };
        };
    };
    deleteLinkRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                request: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOperatorLog: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            actor: string | null;
                            receipt: {
                                /** @enum {string} */
                                alg: "EdDSA";
                                kid: string;
                                /** @description An act. */
                                payload: {
                                    [key: string]: unknown;
                                };
                                signature: string;
                            };
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    verifyOperatorLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers, links, hashes and signatures, from the first entry on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: number;
                        findings: {
                            code: string;
                            message: string;
                            where: string;
                        }[];
                        head_hash: string | null;
                        /** @enum {string} */
                        outcome: "pass" | "fail" | "not_checked";
                    };
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description Only this one. */
                environment?: "live" | "test";
                /** @description From the hour, or the day, of this time on. Default: 24 hours before `until`. */
                since?: string;
                /** @description Up to this time. Default: now. */
                until?: string;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures of a range, and what is open now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: {
                            agent: string;
                            calls: number;
                            not_allowed: number;
                        }[];
                        approvals_waiting: number;
                        changes: {
                            actor: string | null;
                            receipt: {
                                /** @enum {string} */
                                alg: "EdDSA";
                                kid: string;
                                /** @description An act. */
                                payload: {
                                    [key: string]: unknown;
                                };
                                signature: string;
                            };
                        }[];
                        /** @description False where more arrived than was counted yet. */
                        complete: boolean;
                        /** @description `{mode: enforced}`, or what was declared, by whom, why and until when. */
                        enforcement: {
                            [key: string]: unknown;
                        };
                        figures: {
                            calls: number;
                            coverage: number | null;
                            decision_p95_ms: number | null;
                            not_allowed: number;
                            open_findings: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        issues_by_severity: {
                            critical: number;
                            high: number;
                            low: number;
                            medium: number;
                        };
                        issues_open: number;
                        lag_ms: number;
                        no_rule: boolean;
                        queue: number;
                        range: {
                            /** @enum {string} */
                            bucket: "hour" | "day";
                            /** Format: date-time */
                            since: string;
                            /** Format: date-time */
                            until: string;
                        };
                        spark: {
                            calls: number[];
                            coverage: (number | null)[];
                            not_allowed: number[];
                            open_findings: number[];
                        };
                        verdicts_over_time: {
                            ALLOW: number;
                            /** Format: date-time */
                            at: string;
                            DEFER: number;
                            DENY: number;
                            MODIFY: number;
                            STEP_UP: number;
                        }[];
                    };
                };
            };
        };
    };
    readProjectPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The bundle: rules, thresholds, base, algorithm, taxonomy and lexicon. */
                        bundle: {
                            [key: string]: unknown;
                        };
                        managed: {
                            decided_30d: number;
                            disabled?: {
                                /** Format: date-time */
                                at: string;
                                entry_hash: string;
                                reason: string | null;
                            };
                            enabled: boolean;
                            /** @description A rule: `id`, `version`, `title`, `text`, `effect`, `when`, `min_source?`, `transform?`, `pending?`. */
                            rule: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description True where no rule is on: the base answers everything. */
                        no_rule: boolean;
                        own: {
                            added: {
                                at: string;
                                reason: string | null;
                            } | null;
                            decided_30d: number;
                            /** @description A rule: `id`, `version`, `title`, `text`, `effect`, `when`, `min_source?`, `transform?`, `pending?`. */
                            rule: {
                                [key: string]: unknown;
                            };
                        }[];
                        policy_hash: string;
                        revision: number;
                    };
                };
            };
        };
    };
    listBundles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description The bundle: rules, thresholds, base, algorithm, taxonomy and lexicon. */
                            bundle: {
                                [key: string]: unknown;
                            };
                            by_act: string | null;
                            /** Format: date-time */
                            created_at: string;
                            decisions: number;
                            policy_hash: string;
                            reason: string | null;
                        }[];
                    };
                };
            };
        };
    };
    checkRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What might become a rule. */
                    rule: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        problems: {
                            message: string;
                            pointer: string;
                        }[];
                    };
                };
            };
        };
    };
    tryPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    change: {
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base?: "DENY" | "STEP_UP";
                        disable?: string[];
                        enable?: string[];
                        put?: {
                            [key: string]: unknown;
                        }[];
                        remove?: string[];
                        /** @description Bulk is above these. */
                        thresholds?: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                    };
                    /** @description How many of the newest calls. */
                    last: number;
                };
            };
        };
        responses: {
            /** @description The newest calls, judged again under the changed policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: number;
                        changed: number;
                        examples: {
                            action: string;
                            /** @enum {string} */
                            from: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
                            /** Format: date-time */
                            received_at: string;
                            rule_after: string | null;
                            rule_before: string | null;
                            /** @enum {string} */
                            to: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
                            tool: string;
                        }[];
                        /** @description Calls whose answer hangs on a signal, and signals are not stored. */
                        not_recomputable: number;
                        transitions: {
                            count: number;
                            /** @enum {string} */
                            from: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
                            /** @enum {string} */
                            to: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
                        }[];
                    };
                };
            };
        };
    };
    putRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                    /** @description A rule: `id`, `version`, `title`, `text`, `effect`, `when`, `min_source?`, `transform?`, `pending?`. */
                    rule: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description What is in force now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy_hash: string;
                        revision: number;
                    };
                };
            };
        };
    };
    removeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description What is in force now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy_hash: string;
                        revision: number;
                    };
                };
            };
        };
    };
    disableRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description What is in force now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy_hash: string;
                        revision: number;
                    };
                };
            };
        };
    };
    enableRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description What is in force now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy_hash: string;
                        revision: number;
                    };
                };
            };
        };
    };
    readFindingsReport: {
        parameters: {
            query?: {
                /** @description Default `json`. */
                format?: "md" | "json";
                /** @description Findings raised at this time or later. */
                since?: string;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As JSON; with `format=md` the same as `text/markdown`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        findings: number;
                        /** Format: date-time */
                        generated_at: string;
                        issues: {
                            [key: string]: unknown;
                        }[];
                        open: number;
                        project: string;
                        since: string | null;
                    };
                };
            };
        };
    };
    listReviewerLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            created_at: string;
                            id: string;
                            label: string;
                            last_used_at: string | null;
                            revoked_at: string | null;
                            window_days: number | null;
                        }[];
                    };
                };
            };
        };
    };
    issueReviewerLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For your own list: never published. */
                    label: string;
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. Without one the entry says so. */
                    reason?: string;
                    /** @description How far back it reaches; null is as far as the page. */
                    window_days?: number | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        token: string;
                        url: string;
                    };
                };
            };
        };
    };
    revokeReviewerLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: {
                /** @description Only this agent’s. */
                agent?: string;
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                /** @description Only this one. */
                environment?: "live" | "test";
                /** @description Only those about which it was raised. */
                finding?: "MISSING_EXECUTION" | "EXECUTION_WITHOUT_DECISION" | "EXECUTED_DESPITE_DENY" | "EXECUTED_DESPITE_STEP_UP" | "EXECUTED_DESPITE_MODIFY" | "EXECUTED_DESPITE_DEFER" | "INVALID_VENDOR_SIGNATURE" | "BROKEN_CHAIN" | "LATE_EVIDENCE" | "INTENT_CONTRADICTION" | "UNNAMED_RECIPIENT" | "INSTRUCTIONS_CHANGED" | "SENSITIVE_THEN_EXTERNAL";
                limit?: number;
                /** @description A session’s id or the vendor’s name for it in full; else a part of that name, or of agent, principal or task. */
                q?: string;
                /** @description Opened at this time or later. */
                since?: string;
                /** @description Only those that are. */
                state?: "open" | "closed";
                /** @description Opened before this time. */
                until?: string;
                /** @description Only those in which it occurred. */
                verdict?: "ALLOW" | "DENY" | "STEP_UP" | "MODIFY" | "DEFER";
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            actions: number;
                            agent: string;
                            agent_name: string | null;
                            agent_version: string | null;
                            closed_at: string | null;
                            environment: string;
                            external_id: string;
                            findings: number;
                            head_hash: string;
                            /** Format: date-time */
                            opened_at: string;
                            principal: {
                                ref: string;
                                type: string;
                            };
                            session: string;
                            verdicts: {
                                ALLOW?: number;
                                DEFER?: number;
                                DENY?: number;
                                MODIFY?: number;
                                STEP_UP?: number;
                            };
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A session with its family. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actions: number;
                        agent: string;
                        agent_name: string | null;
                        agent_version: string | null;
                        anchors: string[];
                        children: {
                            external_id: string;
                            session: string;
                        }[];
                        closed_at: string | null;
                        environment: string;
                        external_id: string;
                        findings: number;
                        genesis_hash: string;
                        grant: Record<string, never> | null;
                        head_hash: string;
                        /** Format: date-time */
                        opened_at: string;
                        parent: {
                            external_id: string;
                            session: string;
                        } | null;
                        principal: {
                            ref: string;
                            type: string;
                        };
                        /** @description The genesis record, as hashed. */
                        record: {
                            [key: string]: unknown;
                        };
                        session: string;
                        task_ref: string | null;
                        verdicts: {
                            ALLOW?: number;
                            DEFER?: number;
                            DENY?: number;
                            MODIFY?: number;
                            STEP_UP?: number;
                        };
                    };
                };
            };
        };
    };
    listOperatorSessionCalls: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                project: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            action: string;
                            /** @description Value and source of each dimension. */
                            dimensions: {
                                [key: string]: unknown;
                            };
                            findings: string[];
                            outcomes: {
                                outcome: string;
                                /** Format: date-time */
                                received_at: string;
                                signature_valid: boolean;
                            }[];
                            position: number;
                            prev_hash: string;
                            reasons: string[];
                            /** Format: date-time */
                            received_at: string;
                            record_hash: string;
                            resolves: string | null;
                            rule: string | null;
                            seq: number;
                            tool: string;
                            verdict: string;
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Argument fields whose values are kept, redacted. */
                    allowlist?: string[];
                    /** @description In milliseconds; null takes the service’s default. */
                    approval_timeout_ms?: number | null;
                    /**
                     * @description The answer where no rule matches.
                     * @enum {string}
                     */
                    base?: "DENY" | "STEP_UP";
                    /** @description In milliseconds; null takes the service’s default. */
                    context_timeout_ms?: number | null;
                    /** @description In milliseconds; null takes the service’s default. */
                    missing_horizon_ms?: number | null;
                    public_overview?: boolean;
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description In milliseconds; null takes the service’s default. */
                    reconcile_window_ms?: number | null;
                    /** @description Null takes the service’s default. */
                    retention_days?: number | null;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                    /** @description Bulk is above these. */
                    thresholds?: {
                        amount: number;
                        recipient_count: number;
                        record_count: number;
                    };
                    window_days?: number;
                };
            };
        };
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    declareShadowWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                    /** @description RFC 3339. */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    endShadowWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                    /** @description The revision that the editor saw. Where another one is in force by now: 409. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowlist: string[];
                        approval_timeout_ms: number;
                        /**
                         * @description The answer where no rule matches.
                         * @enum {string}
                         */
                        base: "DENY" | "STEP_UP";
                        context_timeout_ms: number;
                        /** @description What a project has that sets none of its own. */
                        defaults: {
                            approval_timeout_ms: number;
                            context_timeout_ms: number;
                            missing_horizon_ms: number;
                            reconcile_window_ms: number;
                            retention_days: number;
                        };
                        /** @description `advisory`: a shadow window. `suspended`: break-glass. */
                        enforcement: {
                            /** @enum {string} */
                            mode: "enforced";
                        } | {
                            by: string | null;
                            declared_by: string;
                            entry_hash: string;
                            /** Format: date-time */
                            from: string;
                            /** @enum {string} */
                            mode: "advisory" | "suspended";
                            reason: string;
                            /** Format: date-time */
                            until: string;
                        };
                        evidence: {
                            slug: string;
                            url: string;
                        };
                        missing_horizon_ms: number;
                        public_overview: boolean;
                        reconcile_window_ms: number;
                        retention_days: number;
                        revision: number;
                        /** @description Bulk is above these. */
                        thresholds: {
                            amount: number;
                            recipient_count: number;
                            record_count: number;
                        };
                        window_days: number;
                    };
                };
            };
        };
    };
    listProjectSnapshots: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            actions: number;
                            digest: string;
                            id: string;
                            sessions: number;
                            /** Format: date-time */
                            taken_at: string;
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readToolCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most called tools first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        absent: {
                            calls: number;
                            name: string;
                        }[];
                        catalog: {
                            hash: string;
                            kid: string;
                            /** Format: date-time */
                            received_at: string;
                            tools: number;
                        } | null;
                        described: {
                            aliases: string[];
                            calls: number;
                            name: string;
                            /** @description Facts. */
                            signals: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Calls by source, for each dimension. */
                        dimensions: {
                            [key: string]: unknown;
                        };
                        listed: {
                            calls: number;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    listToolCatalogs: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Catalogues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            catalog_hash: string;
                            id: string;
                            kid: string;
                            /** Format: date-time */
                            received_at: string;
                            signature_valid: boolean;
                            tools: number;
                        }[];
                        /** @description Null at the end. With a filter that little passes, a page may be short and still have one. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readToolCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest statement of this content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A catalogue without a signature. */
                        body: {
                            tools: ({
                                name: string;
                                /** @description Facts. */
                                signals: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                            /** @enum {number} */
                            v: 1;
                        };
                        catalog_hash: string;
                        id: string;
                        kid: string;
                        /** Format: date-time */
                        received_at: string;
                        signature_valid: boolean;
                        tools: number;
                    };
                };
            };
        };
    };
    draftToolCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A catalogue without a signature. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tools: ({
                            name: string;
                            /** @description Facts. */
                            signals: {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @enum {number} */
                        v: 1;
                    };
                };
            };
        };
    };
    listVendorKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            imported_at: string;
                            kid: string;
                            public_key: string;
                            revoked_at: string | null;
                            /** @enum {string} */
                            state: "active" | "revoked";
                            /** @description Verified with it; counted up to 100,000. */
                            statements: number;
                        }[];
                    };
                };
            };
        };
    };
    importVendorKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JSON Web Key Set (RFC 7517). */
                    jwks?: {
                        [key: string]: unknown;
                    };
                    /** @description Read once, by https. */
                    jwks_url?: string;
                    /** @description Of the key; of a set, the one to take. */
                    kid?: string;
                    /** @description Base64url of 32 bytes (Ed25519). */
                    public_key?: string;
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. Without one the entry says so. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            kid: string;
                            /** @enum {string} */
                            state: "active" | "revoked";
                        }[];
                    };
                };
            };
        };
    };
    deleteVendorKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kid: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeVendorKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kid: string;
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, in 1 to 1000 characters: signed and published with the change. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kid: string;
                        /** @enum {string} */
                        state: "active" | "revoked";
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            allow_private: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** @description Why the service itself disabled it: `gone` (the receiver answered 410) or `secret_unreadable`. */
                            disabled_reason: string | null;
                            enabled: boolean;
                            /** @description The first failure since the last success. */
                            failing_since: string | null;
                            id: string;
                            /** @description The last attempt. */
                            last_delivery: {
                                at: string;
                                /** @description What went wrong: `refused` (a status that is not 2xx), `redirected`, `timed_out`, `connection_failed`, `tls_failed`, `name_not_resolved`, `address_refused`, `not_https`, `invalid_url` or `answer_broken`. */
                                error: string | null;
                                /**
                                 * @description How it ended.
                                 * @enum {string}
                                 */
                                outcome: "delivered" | "failed";
                                /** @description Status of the receiver’s answer; null where there was none. */
                                status: number | null;
                            } | null;
                            /** @description Until when the secret before the last rotation signs as well. */
                            old_secret_until: string | null;
                            topics: string[];
                            url: string;
                        }[];
                    };
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description False keeps this one to public addresses even where the service allows private receivers. */
                    allow_private?: boolean;
                    topics: ("finding.raised" | "finding.cleared" | "finding.reviewed" | "decision.step_up" | "decision.defer" | "approval.answered" | "issue.opened" | "enforcement.changed" | "policy.changed" | "key.revoked")[];
                    /** @description An https address that is no private one. Redirects are not followed. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description `whsec_` and the base64 of 32 bytes (Standard Webhooks). Shown once. */
                        secret: string;
                    };
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Disabled, it is told nothing; what waits for it is sent when it is enabled again. */
                    enabled?: boolean;
                    topics?: ("finding.raised" | "finding.cleared" | "finding.reviewed" | "decision.step_up" | "decision.defer" | "approval.answered" | "issue.opened" | "enforcement.changed" | "policy.changed" | "key.revoked")[];
                    /** @description An https address that is no private one. Redirects are not followed. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description A webhook. A project has 20 at most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allow_private: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** @description Why the service itself disabled it: `gone` (the receiver answered 410) or `secret_unreadable`. */
                        disabled_reason: string | null;
                        enabled: boolean;
                        /** @description The first failure since the last success. */
                        failing_since: string | null;
                        id: string;
                        /** @description The last attempt. */
                        last_delivery: {
                            at: string;
                            /** @description What went wrong: `refused` (a status that is not 2xx), `redirected`, `timed_out`, `connection_failed`, `tls_failed`, `name_not_resolved`, `address_refused`, `not_https`, `invalid_url` or `answer_broken`. */
                            error: string | null;
                            /**
                             * @description How it ended.
                             * @enum {string}
                             */
                            outcome: "delivered" | "failed";
                            /** @description Status of the receiver’s answer; null where there was none. */
                            status: number | null;
                        } | null;
                        /** @description Until when the secret before the last rotation signs as well. */
                        old_secret_until: string | null;
                        topics: string[];
                        url: string;
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the answer before. */
                cursor?: string;
                /** @description Default 50. */
                limit?: number;
                /** @description Only those that stand so. */
                state?: "pending" | "delivered" | "dead";
            };
            header?: never;
            path: {
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            attempts: number;
                            /** Format: date-time */
                            created_at: string;
                            event: {
                                /** @description The `webhook-id` header: the same for every attempt and replay. */
                                id: string;
                                type: string;
                            };
                            id: string;
                            /** @description The last attempt. */
                            last: {
                                at: string;
                                /** @description What went wrong: `refused` (a status that is not 2xx), `redirected`, `timed_out`, `connection_failed`, `tls_failed`, `name_not_resolved`, `address_refused`, `not_https`, `invalid_url` or `answer_broken`. */
                                error: string | null;
                                /** @description How long it took. */
                                ms: number | null;
                                /** @description Status of the receiver’s answer; null where there was none. */
                                status: number | null;
                            } | null;
                            /** @description Null when nothing more is sent. */
                            next_attempt_at: string | null;
                            /**
                             * @description `dead`: given up; it can be replayed.
                             * @enum {string}
                             */
                            state: "pending" | "delivered" | "dead";
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery: string;
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `whsec_` and the base64 of 32 bytes (Standard Webhooks). Shown once. */
                        secret: string;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: string;
                        event: string;
                    };
                };
            };
        };
    };
    readSetUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needed: boolean;
                    };
                };
            };
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The owner signs in with it. */
                    email: string;
                    /** @description How the owner is called. */
                    name: string;
                    /** @description How the organization is called. */
                    organization: string;
                    /** @description Any characters will do. */
                    password: string;
                    /** @description How its first project is called. */
                    project: string;
                    /** @description As `heron serve` printed it. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of the project. Shown this once. */
                        api_key: string;
                        /** @description The first reviewer’s link. Shown this once. */
                        evidence: {
                            slug: string;
                            token: string;
                            url: string;
                        };
                        organization_id: string;
                        project_id: string;
                    };
                };
            };
        };
    };
    readSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        oidc: {
                            name: string;
                            provider_id: string;
                        } | null;
                        password: boolean;
                    };
                };
            };
        };
    };
}
