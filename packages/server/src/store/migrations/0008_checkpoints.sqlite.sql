-- SQLite: what was committed to is append-only, like the evidence that it commits to.

create trigger checkpoint_leaves_no_update before update on checkpoint_leaves begin
  select raise(abort, 'checkpoint_leaves is append-only');
end;
create trigger checkpoint_leaves_no_delete before delete on checkpoint_leaves begin
  select raise(abort, 'checkpoint_leaves is append-only');
end;

create trigger checkpoint_nodes_no_update before update on checkpoint_nodes begin
  select raise(abort, 'checkpoint_nodes is append-only');
end;
create trigger checkpoint_nodes_no_delete before delete on checkpoint_nodes begin
  select raise(abort, 'checkpoint_nodes is append-only');
end;

create trigger checkpoints_no_update before update on checkpoints begin
  select raise(abort, 'checkpoints is append-only');
end;
create trigger checkpoints_no_delete before delete on checkpoints begin
  select raise(abort, 'checkpoints is append-only');
end;

create trigger checkpoint_witnesses_no_update before update on checkpoint_witnesses begin
  select raise(abort, 'checkpoint_witnesses is append-only');
end;
create trigger checkpoint_witnesses_no_delete before delete on checkpoint_witnesses begin
  select raise(abort, 'checkpoint_witnesses is append-only');
end;

create trigger checkpoint_cosignatures_no_update before update on checkpoint_cosignatures begin
  select raise(abort, 'checkpoint_cosignatures is append-only');
end;
create trigger checkpoint_cosignatures_no_delete before delete on checkpoint_cosignatures begin
  select raise(abort, 'checkpoint_cosignatures is append-only');
end;
