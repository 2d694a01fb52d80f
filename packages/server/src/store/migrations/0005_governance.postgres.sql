-- PostgreSQL: answers and changes are append-only, and a declaration ends once.

create trigger policy_changes_no_change before update or delete on policy_changes
  for each row execute function heron_refuse('policy_changes is append-only');
create trigger policy_changes_no_truncate before truncate on policy_changes
  for each statement execute function heron_refuse('policy_changes is append-only');

create trigger approval_answers_no_change before update or delete on approval_answers
  for each row execute function heron_refuse('approval_answers is append-only');
create trigger approval_answers_no_truncate before truncate on approval_answers
  for each statement execute function heron_refuse('approval_answers is append-only');

create trigger enforcement_windows_only_end before update on enforcement_windows
  for each row
  when (
    old.ended_at is not null or new.ended_at is null or new.ended_by is null
    or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.id <> old.id
    or new.effect <> old.effect or new.declared_by <> old.declared_by or new.declared_from <> old.declared_from
    or new.declared_until <> old.declared_until or new.reason <> old.reason or new.actor_id <> old.actor_id
  )
  execute function heron_refuse('a declaration may only be ended, once');
create trigger enforcement_windows_no_delete before delete on enforcement_windows
  for each row execute function heron_refuse('enforcement_windows keeps every declaration');
create trigger enforcement_windows_no_truncate before truncate on enforcement_windows
  for each statement execute function heron_refuse('enforcement_windows keeps every declaration');
