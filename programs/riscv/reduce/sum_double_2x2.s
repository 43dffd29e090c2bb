# Sum of doubles of 4000 elements: two elements a step into two results
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/riscv/reduce/sum_double_2x2.s -m mips-5 --stats
	.file	"reduce.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.globl	reduce
	.type	reduce, @function
reduce:
	li	a5,1
	ble	a1,a5,.L6
	mv	a5,a0
	addi	a4,a1,-2
	srli	a4,a4,1
	addi	a3,a0,16
	slli	a6,a4,4
	add	a3,a3,a6
	fmv.d.x	fa4,zero
	fmv.d	fa5,fa4
.L3:
	fld	fa3,0(a5)
	fadd.d	fa5,fa5,fa3
	fld	fa3,8(a5)
	fadd.d	fa4,fa4,fa3
	addi	a5,a5,16
	bne	a5,a3,.L3
	addi	a4,a4,1
	slli	a4,a4,1
.L2:
	ble	a1,a4,.L4
	slli	a5,a4,3
	add	a5,a0,a5
	slli	a1,a1,3
	add	a0,a0,a1
.L5:
	fld	fa3,0(a5)
	fadd.d	fa5,fa5,fa3
	addi	a5,a5,8
	bne	a5,a0,.L5
.L4:
	fadd.d	fa5,fa5,fa4
	fsd	fa5,0(a2)
	ret
.L6:
	li	a4,0
	fmv.d.x	fa4,zero
	fmv.d	fa5,fa4
	j	.L2
	.size	reduce, .-reduce
	.align	1
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sd	ra,24(sp)
	lla	a4,values
	li	a5,0
	li	a0,10
	li	a1,3
	lla	t1,.LC1
	li	a6,7
	lla	a7,.LC0
	lla	t3,.LC2
	li	a2,4096
	addi	a2,a2,-96
	j	.L11
.L17:
	fld	fa5,0(t3)
	j	.L10
.L12:
	fld	fa5,0(t1)
.L10:
	fsd	fa5,0(a4)
	addi	a5,a5,1
	addi	a4,a4,8
	beq	a5,a2,.L16
.L11:
	rem	a3,a5,a0
	beq	a3,a1,.L12
	beq	a3,a6,.L17
	fld	fa5,0(a7)
	j	.L10
.L16:
	addi	a2,sp,8
	li	a1,4096
	addi	a1,a1,-96
	lla	a0,values
	call	reduce
	fld	fa5,.LC3,a5
	fld	fa4,8(sp)
	feq.d	a0,fa4,fa5
	xori	a0,a0,1
	ld	ra,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.section	.srodata.cst8,"aM",@progbits,8
	.align	3
.LC0:
	.word	0
	.word	1072693248
	.align	3
.LC1:
	.word	0
	.word	1073741824
	.align	3
.LC2:
	.word	0
	.word	1071644672
	.align	3
.LC3:
	.word	0
	.word	1085302784
	.bss
	.align	3
	.type	values, @object
	.size	values, 32000
values:
	.zero	32000
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
