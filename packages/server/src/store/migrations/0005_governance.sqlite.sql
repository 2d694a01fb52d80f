-- SQLite: answers and changes are append-only, and a declaration ends once.

create trigger policy_changes_no_update before update on policy_changes begin
  select raise(abort, 'policy_changes is append-only');
end;
create trigger policy_changes_no_delete before delete on policy_changes begin
  select raise(abort, 'policy_changes is append-only');
end;

create trigger approval_answers_no_update before update on approval_answers begin
  select raise(abort, 'approval_answers is append-only');
end;
create trigger approval_answers_no_delete before delete on approval_answers begin
  select raise(abort, 'approval_answers is append-only');
end;

create trigger enforcement_windows_only_end before update on enforcement_windows
when old.ended_at is not null or new.ended_at is null or new.ended_by is null
  or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.id <> old.id
  or new.effect <> old.effect or new.declared_by <> old.declared_by or new.declared_from <> old.declared_from
  or new.declared_until <> old.declared_until or new.reason <> old.reason or new.actor_id <> old.actor_id
begin
  select raise(abort, 'a declaration may only be ended, once');
end;
create trigger enforcement_windows_no_delete before delete on enforcement_windows begin
  select raise(abort, 'enforcement_windows keeps every declaration');
end;
